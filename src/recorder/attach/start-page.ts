import { setTimeout as sleep } from 'node:timers/promises';
import type { AttachedSession, AttachOptions } from './start-attached.ts';
import { describePage } from './choose-page.ts';
import type { FoundInspector } from './find-inspector.ts';
import { hasOtherTools, openWorldBridge } from './page-bridge.ts';
import { attachPageThreads, joinPageThreads } from './page-threads.ts';
import { joinSession, leaveSession } from './shared-session.ts';
import { pageMaps } from './page-maps.ts';
import { connectInspector, type InspectorConnection } from '../inspector/inspector-connection.ts';
import type { FoundWorker } from '../inspector/worker-sessions.ts';
import { defaultBootloader } from '../launch/launch-command.ts';
import { RecordedProcess } from '../session/recorded-process.ts';
import { superviseRecording } from '../session/recording.ts';
import { createRecorder, startThread } from '../session/start-thread.ts';
import { makeWorkFolder, removeFolder } from '../disk/work-folder.ts';
import { NO_PROCESS, type ReadyNote, reasonOf, RECORDER_SCRIPT, RecordingError } from '../../recording/index.ts';

/** How long a page may take to answer, or to let go, in milliseconds. */
const PATIENCE_MS = 8000;
const CLOSING_MS = 1000;

/**
 * Attaches to a page of a browser and samples it as a program that is attached to. Nothing is evaluated among the page's own
 * names, and its browser takes everything back when we disconnect. A session that a debugger shares gets no sessions
 * of ours below it, which the debugger would take for the page's. Rejects with a {@link RecordingError}.
 */
export async function startPage(options: AttachOptions, found: FoundInspector): Promise<AttachedSession> {
  const mustWait = await hasOtherTools(found.url);
  const connection = await connectInspector(found.url);
  let folder: string | undefined;
  try {
    if (options.threads) await joinSession(connection);
    const page = await askPage(connection, options.folder ?? '');
    const { title } = found.page ?? { title: options.page };
    const output = await options.output(page.url);
    folder = await makeWorkFolder(output, page.url);
    const session = await record(options, { mustWait, connection, page, folder, output });
    return { ...session, program: page.url, subject: `${describePage({ ...page, title })}, ${page.ready.version}` };
  } catch (error) {
    await leave(connection);
    if (folder !== undefined) await removeFolder(folder);
    if (error instanceof RecordingError) throw error;
    throw new RecordingError('recording-not-started', `The recording could not be started: ${reasonOf(error)}`);
  }
}

interface Page {
  /** Without its query, which is nobody's business. */
  readonly url: string;
  readonly ready: ReadyNote;
}

/** What a program says of itself, a page's browser says of it. `cwd`: where its sources are. */
async function askPage(connection: InspectorConnection, cwd: string): Promise<Page> {
  const asked = Promise.all([connection.send('Browser.getVersion'), connection.send('Target.getTargetInfo', {})]);
  const answer = await Promise.race([asked, sleep(PATIENCE_MS, undefined, { ref: false })]);
  if (answer === undefined) throw new RecordingError('attach-silent', 'The page does not answer; try again later.');
  const [{ product, jsVersion: v8 }, { targetInfo }] = answer;
  const url = targetInfo.url.split(/[?#]/, 1)[0];
  const version = product.replace('/', ' ');
  const anchorUs = Number(process.hrtime.bigint() / 1000n);
  return { url, ready: { pid: NO_PROCESS, argv: [url], cwd, hasLog: false, version, v8, execPath: url, anchorUs } };
}

interface MetPage {
  readonly mustWait: () => Promise<boolean>;
  readonly connection: InspectorConnection;
  readonly page: Page;
  readonly folder: string;
  readonly output: string;
}

async function record(options: AttachOptions, { mustWait, connection, page, folder, output }: MetPage) {
  const { interval, duration, bootloader = defaultBootloader() } = options;
  const { url, ready } = page;
  const recorder = createRecorder(
    { ...options, bootloader },
    {
      ...{ folder, sections: folder, logFolder: undefined, records: '', rendezvous: undefined },
      ...{ isLocal: false, counts: false, childrenOfWorker: undefined },
      mustWait,
      loadMap: pageMaps(connection),
    },
  );
  // A page that crashes stays connected.
  connection.on('Inspector.targetCrashed', () => connection.drop());
  await connection.send('Inspector.enable');
  const start = { id: recorder.nextId(), kind: 'main', name: url, script: url, pid: NO_PROCESS } as const;
  const thread = await startThread(recorder, {
    ...{ id: start.id, start: { ...start, startUs: ready.anchorUs }, ready, connection, log: undefined },
    ...{ holdsSamples: () => false, isRunning: true, openBridge: openWorldBridge },
  });
  const main = new RecordedProcess({
    ...{ recorder, ready, main: thread, waitsForUs: new Promise<void>(() => undefined) },
    attached: {
      askFrameRepair: () => Promise.resolve(undefined),
      leaveWorkers: () => Promise.resolve(),
      detach: () => leave(connection),
    },
  });
  const session = superviseRecording({
    ...{ recorder, rendezvous: undefined, tree: undefined, main, first: ready, pid: undefined },
    options: { interval, duration, output, program: url },
    program: {
      ...{ pid: undefined, isOurs: false, exited: connection.closed.then(() => ({})) },
      ...{ errorText: () => '', kill: () => undefined },
    },
    decision: { sampler: 'inspector', reason: "The inspector's sampler, the only one that a browser has." },
    facts: { attached: true, recorderScripts: [RECORDER_SCRIPT] },
    command: { program: url, ...(ready.cwd !== '' && { cwd: ready.cwd }) },
  });
  const onThread = (thread: FoundWorker): void => void main.addWorker(thread);
  await (options.threads ? joinPageThreads(options.threads, onThread) : attachPageThreads(connection, onThread));
  return session;
}

/** A browser ends what belongs to a connection with it. Never rejects. */
async function leave(connection: InspectorConnection): Promise<void> {
  const patience = sleep(CLOSING_MS, undefined, { ref: false });
  const left = connection.isShared ? leaveSession(connection) : connection.send('Profiler.disable');
  await Promise.race([left.catch(() => undefined), patience]);
  connection.close();
  await Promise.race([connection.closed, patience]);
  connection.drop();
}
