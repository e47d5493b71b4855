import * as fs from 'node:fs/promises';
import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  formatSelector,
  parseServerTime,
  type ProfileServer,
  serverApis,
  type TimeSpan,
  usualType,
} from '../../servers/index.ts';
import { commands, settings, settingsSection } from '../contributed-names.ts';
import type { Parts } from '../parts.ts';
import { withoutIcons, withoutLinks } from '../plain-text.ts';
import { notifyProgress } from '../progress-notification.ts';
import type { CommandTable } from '../report-error.ts';
import { resultOf } from '../result-text.ts';
import { readSetting } from '../settings.ts';
import { forgetNamed, type NamedServer, openNamed, serversSchema } from './credentials.ts';

/** Commands on servers of profiles. */
export const productionCommands = (parts: Parts, storage: vscode.SecretStorage): CommandTable => ({
  [commands.openProductionProfile]: () => openProductionProfile(parts, storage),
  [commands.forgetCredentials]: async () => {
    const named = await pickServer('Forget Server Credentials');
    if (!named) return;
    const host = await forgetNamed(storage, named);
    void vscode.window.showInformationMessage(withoutLinks(`The credentials for ${named.name ?? host} are deleted.`));
  },
});

async function openProductionProfile(parts: Parts, storage: vscode.SecretStorage): Promise<void> {
  const named = await pickServer('Open Production Profile');
  const server = named && (await openNamed(storage, named));
  if (!server) return;
  const application = await pickApplication(server);
  const type = application && (await pickType(server, application.name));
  const span = type && (await pickSpan());
  if (!span) return;
  const query = { type, selector: formatSelector({ [application.label]: application.name }), span };
  const profile = await waiting(`fetching ${application.name}`, (signal) =>
    serverApis[server.kind].fetchProfile(server, query, { signal }),
  );
  if (profile) await keepAndShow(parts, profile, application.name, titleOf(application.name, type, span));
}

/** Puts what the server sent on disk, as it came, and opens it as any other recording. */
async function keepAndShow({ recordings, loader, store }: Parts, bytes: Buffer, program: string, title: string) {
  const asked = store.ask();
  const file = await recordings.newPath(program, 'pprof');
  await fs.writeFile(file, bytes, { mode: 0o600 });
  const entry = await recordings.add(file, program, title);
  const view = await loader.load(recordings.uriOf(entry), { title, closed: asked });
  if (!view) return;
  await recordings.setResult(entry.id, resultOf(view));
  if (!asked.aborted) store.show(view);
}

async function pickServer(title: string): Promise<NamedServer | undefined> {
  const { success, output: servers } = v.safeParse(serversSchema, readSetting('servers'));
  if (success && servers.length > 0) {
    const items = servers.map((server) => ({
      label: withoutIcons(server.name ?? server.url),
      description: withoutIcons(server.name === undefined ? server.kind : `${server.kind} · ${server.url}`),
      server,
    }));
    const options = { title, placeHolder: 'Server', matchOnDescription: true };
    return (await vscode.window.showQuickPick(items, options))?.server;
  }
  const problem = success
    ? 'Name your Pyroscope or Parca servers in the setting heatline.servers first.'
    : 'The setting heatline.servers has an entry without a url, or of a kind that is neither pyroscope nor parca.';
  const open = 'Open Settings';
  if ((await vscode.window.showInformationMessage(problem, open)) === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', `${settingsSection}.${settings.servers}`);
  }
  return undefined;
}

/** By the server's own label for applications, or one that the user names. */
async function pickApplication(server: ProfileServer) {
  const { applicationLabel, listLabels, listValues } = serverApis[server.kind];
  const span = lastHours(24);
  const label =
    applicationLabel ?? (await pickText('Label', 'labels', (signal) => listLabels(server, span, { signal })));
  if (label === undefined) return undefined;
  const title = applicationLabel === undefined ? label : 'Application';
  const name = await pickText(title, 'applications', (signal) => listValues(server, label, span, { signal }));
  return name === undefined ? undefined : { label, name };
}

const pickType = (server: ProfileServer, application: string): Promise<string | undefined> =>
  pickText(`What to Show of ${application}`, 'types', async (signal) => {
    const types = await serverApis[server.kind].listTypes(server, lastHours(24), { signal });
    const usual = usualType(types);
    return [...(usual === undefined ? [] : [usual]), ...types.filter((type) => type !== usual)];
  });

async function pickText(
  title: string,
  what: string,
  list: (signal: AbortSignal) => Promise<string[]>,
): Promise<string | undefined> {
  const texts = await waiting(`asking for ${what}`, list);
  if (!texts) return undefined;
  if (texts.length === 0) throw new Error(`The server has no ${what} of the last 24 hours.`);
  const items = texts.map((text) => ({ label: withoutIcons(text), text }));
  return (await vscode.window.showQuickPick(items, { title }))?.text;
}

const HOUR_MS = 3_600_000;

function lastHours(hours: number): TimeSpan {
  const until = Date.now();
  return { from: until - hours * HOUR_MS, until };
}

async function pickSpan(): Promise<TimeSpan | undefined> {
  const last = { '15 minutes': 0.25, hour: 1, '6 hours': 6, '24 hours': 24 };
  const items = [
    ...Object.entries(last).map(([name, hours]) => ({ label: `Last ${name}`, hours })),
    { label: 'Other…', description: 'such as before and after a deployment', hours: undefined },
  ];
  const chosen = await vscode.window.showQuickPick(items, { title: 'Time' });
  if (chosen?.hours !== undefined) return lastHours(chosen.hours);
  if (!chosen) return undefined;
  const text = await vscode.window.showInputBox({
    title: 'Time',
    prompt: 'From and until: dates such as 2026-01-31T09:00, or how long ago (90min, 6h, 2d, now).',
    value: '2h - 1h',
    validateInput: (text) => (parseSpan(text) ? undefined : 'Write it as 2h - 1h, the earlier first.'),
  });
  return text === undefined ? undefined : parseSpan(text);
}

function parseSpan(text: string): TimeSpan | undefined {
  const [from, until, ...others] = text.split(/\s+-\s+/).map((part) => parseServerTime(part, Date.now()));
  return from < until && others.length === 0 ? { from, until } : undefined;
}

/** Waits with a notification that can cancel; undefined where the user did. */
async function waiting<T>(title: string, act: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const abort = new AbortController();
  const notification = notifyProgress(withoutLinks(`Heatline: ${title}`), () => abort.abort());
  try {
    return await act(abort.signal);
  } catch (error) {
    if (abort.signal.aborted) return undefined;
    throw error;
  } finally {
    notification.end();
  }
}

/** `shop: cpu, 1/31/2026, 9:00:00 AM – 10:00:00 AM` */
function titleOf(application: string, type: string, { from, until }: TimeSpan): string {
  const { language } = vscode.env;
  const isOneDay = new Date(from).toDateString() === new Date(until).toDateString();
  const end = isOneDay ? new Date(until).toLocaleTimeString(language) : new Date(until).toLocaleString(language);
  return `${application}: ${type.split(':')[1] ?? type}, ${new Date(from).toLocaleString(language)} – ${end}`;
}
