import './styles/theme.css';
import './styles/panel.css';
import './styles/toolbar.css';
import './styles/table.css';
import './styles/overlays.css';

import { effect } from '@preact/signals';
import { render } from 'preact';
import { createActions } from './actions.ts';
import { afterFrame, afterPicture } from './follow.ts';
import { connectVsCode, type Host } from './host.ts';
import { receiveMessages } from './receive-messages.ts';
import { createPanel, type Panel } from './panel.ts';
import { parseSavedState } from './settings.ts';
import { createStandaloneHost, loadEmbeddedModel } from './standalone-host.ts';
import { App } from './ui/app.tsx';

/** Milliseconds between two times that the state is saved. */
const SAVE_DELAY = 150;

function start(): void {
  const vsCode = connectVsCode();
  const host = vsCode ?? createStandaloneHost();
  const panel = createPanel();
  const actions = createActions(panel, host);
  const saved = parseSavedState(host.loadState());
  if (saved) panel.preferences.value = saved.preferences;
  const root = document.body.appendChild(document.createElement('div'));
  root.classList.add('heatline-root');
  render(<App panel={panel} actions={actions} />, root);
  keepState(panel, host);
  putPictureFirst(panel);
  effect(() => {
    actions.keepSelection();
  });
  if (vsCode) host.listen(receiveMessages(panel, actions, host));
  else void showPage(panel, host);
}

async function showPage(panel: Panel, host: Host): Promise<void> {
  try {
    const model = await loadEmbeddedModel();
    if (model) panel.showModel(model, parseSavedState(host.loadState()));
    else panel.status.value = { kind: 'empty', message: 'This page carries no recording.' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    panel.status.value = { kind: 'failed', message: `The recording in this page is damaged: ${reason}` };
  }
}

/** The picture first, the table and the count right after; then what a search needs before the first key. */
function putPictureFirst(panel: Panel): void {
  let request = 0;
  effect(() => {
    const next = panel.matches.value;
    cancelAnimationFrame(request);
    request = afterFrame(() => (panel.listed.value = next));
  });
  effect(() => {
    if (!panel.isReady.value) return;
    afterPicture(() => {
      panel.isPictured.value = true;
      setTimeout(() => panel.searchIndex.value);
    });
  });
}

/** Saves each change, many quick ones together; what VS Code hides it removes without a word. */
function keepState(panel: Panel, host: Host): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDirty = false;
  const save = (): void => {
    const state = panel.save();
    if (state && isDirty) host.saveState(state);
    isDirty = false;
  };
  effect(() => {
    if (!panel.save()) return;
    isDirty = true;
    if (timer !== undefined) return;
    save();
    timer = setTimeout(() => {
      timer = undefined;
      save();
    }, SAVE_DELAY);
  });
  window.addEventListener('pagehide', save);
  document.addEventListener('visibilitychange', () => document.hidden && save());
}

start();
