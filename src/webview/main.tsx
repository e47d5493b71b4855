import './styles/theme.css';
import './styles/panel.css';
import './styles/toolbar.css';
import './styles/table.css';
import './styles/overlays.css';

import { effect } from '@preact/signals';
import { render } from 'preact';
import { decodeModel } from '../export/html/embedded-model.ts';
import { connectHost, type Host } from './host.ts';
import { afterFrame, afterPicture } from './in-slices.ts';
import { createPanel, type Panel } from './panel.ts';
import { receiveMessages } from './receive-messages.ts';
import { App } from './ui/app.tsx';

/** Milliseconds after a change until it is saved. */
const SAVE_DELAY = 150;

function start(): void {
  const host = connectHost();
  const panel = createPanel(host);
  const root = document.body.appendChild(document.createElement('div'));
  root.className = 'heatline-root';
  render(<App panel={panel} />, root);
  saveChanges(panel, host);
  drawPictureFirst(panel);
  if (host.hasEditor) receiveMessages(panel, host);
  else void loadPage(panel);
}

async function loadPage({ load, recording }: Panel): Promise<void> {
  try {
    const model = await decodeModel(document, unpack);
    if (model) await load(model);
    else recording.report('empty', 'This page has no recording.');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    recording.report('failed', `The recording in this page is damaged: ${reason}`);
  }
}

function unpack(packed: string): Response {
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
}

/** The picture is drawn first, then the table and what a search found. */
function drawPictureFirst({ picture, recording, search }: Panel): void {
  let request = 0;
  effect(() => {
    const matches = search.matches.value;
    cancelAnimationFrame(request);
    request = afterFrame(() => search.list(matches));
  });
  effect(() => {
    if (recording.isReady.value) afterPicture(() => picture.setDrawn(true));
  });
}

/** Saves changes a moment after the first one. VS Code removes a hidden page without warning. */
function saveChanges(panel: Panel, host: Host): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    const state = panel.save();
    if (state) host.setState(state);
  };
  effect(() => {
    if (!panel.save()) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      save();
    }, SAVE_DELAY);
  });
  window.addEventListener('pagehide', save);
  document.addEventListener('visibilitychange', () => document.hidden && save());
}

start();
