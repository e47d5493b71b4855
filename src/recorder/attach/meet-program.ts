import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOOPBACK } from './attach-target.ts';
import { repairRunning } from './attached-repair.ts';
import { answerOf, type FoundInspector } from './find-inspector.ts';
import { hasProcessFiles, listeningPorts } from './node-processes.ts';
import { openSessionInProgram, type SessionInProgram } from './session-in-program.ts';
import type { AttachOptions, Met } from './start-attached.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import { attachWorkers } from '../inspector/worker-sessions.ts';
import { defaultBootloader } from '../launch/launch-command.ts';
import { startOfProcess } from '../session/record-process.ts';
import { RecordedProcess } from '../session/recorded-process.ts';
import { startThread } from '../session/start-thread.ts';
import { refuseTooOld } from '../../target/index.ts';
import { HANDLE_SYMBOL, type ReadyNote, RecordingError } from '../../recording/index.ts';

/** How long a program may take to let go of us, in milliseconds. */
const CLOSING_MS = 1000;

// `process` is all that is certain to be there; what a program may have changed about it is its own business.
const QUESTION = `(() => {
  if (typeof process !== 'object' || !process.versions || !process.versions.node) return 'null';
  let cwd = '';
  try { cwd = process.cwd(); } catch {}
  const [, ...argv] = process.argv;
  const isRecorded = Object.getOwnPropertySymbols(process).some((s) => s.description === '${HANDLE_SYMBOL}');
  const { pid, execPath, version, versions: { v8 } } = process;
  const anchorUs = Number(process.hrtime.bigint() / 1000n);
  return JSON.stringify({ pid, version, v8, execPath, argv, cwd, anchorUs, hasLog: false, isRecorded });
})()`;

/** Meets a program that runs. Rejects with a {@link RecordingError}, `attach-…` or `runtime-too-old`. */
export async function meetProgram(
  connection: InspectorConnection,
  found: FoundInspector,
  { frameRepair, bootloader }: AttachOptions,
): Promise<Met> {
  const asked = await askProgram(connection);
  const { pid, argv, execPath, cwd, version } = asked;
  const program = argv.at(0) ?? execPath;
  const isLocal = await isLocalProcess(pid, found.url);
  return {
    ...{ ready: asked, program, isLocal },
    subject: `process ${pid} (${program}, Node ${version})`,
    samplerReason: "The inspector's sampler, because V8's log can only begin together with the program.",
    command: { program, args: argv.slice(1), cwd },
    record: async (recorder) => {
      // Subscribed before it can happen.
      const waitsForUs = new Promise<void>((resolve) => connection.on('NodeRuntime.waitingForDisconnect', resolve));
      await connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: true });
      const folder = frameRepair === true ? path.dirname(bootloader ?? defaultBootloader()) : undefined;
      const repair = await repairRunning(connection, isLocal, folder, recorder.records);
      const ready = { ...asked, addonFile: repair.addonFile };
      const start = startOfProcess(recorder, ready, { id: recorder.nextId(), kind: 'main' });
      const [thread, repaired] = await Promise.all([
        startThread(recorder, {
          ...{ id: start.id, start, ready, connection, log: undefined, isRunning: true },
          holdsSamples: () => repair.holdsSamples,
        }),
        repair.install().then(() => repair.look()),
      ]);
      let session: SessionInProgram | undefined;
      const main = new RecordedProcess({
        ...{ recorder, ready, main: thread, waitsForUs },
        attached: {
          askFrameRepair: () => repair.look(),
          leaveWorkers: async () => session?.close(),
          detach: () => leaveProgram(connection, found),
        },
      });
      main.frameRepair = repaired;
      /** None holds the others, or the program, up. A program that opens no session of its own has none recorded. */
      const addWorkers = async (): Promise<void> => {
        session = await openSessionInProgram(connection).catch(() => undefined);
        const attaching = session && attachWorkers(session.connection, false, (worker) => void main.addWorker(worker));
        await attaching?.catch(() => undefined);
      };
      return { main, addWorkers };
    },
  };
}

/** Asks a program that runs for what one that is launched says by itself. */
async function askProgram(connection: InspectorConnection): Promise<ReadyNote> {
  const asked = connection.send('Runtime.evaluate', { expression: QUESTION, silent: true });
  const answer = await answerOf(
    asked,
    'The program does not answer: its main thread is stopped, or waits in native code (such as execSync); try again later.',
  );
  const text: unknown = answer.result.value;
  const told = (typeof text === 'string' ? JSON.parse(text) : null) as (ReadyNote & { isRecorded: boolean }) | null;
  if (told === null)
    throw new RecordingError('attach-not-node', 'The program is not Node; Heatline profiles Node only.');
  const { isRecorded, ...ready } = told;
  if (isRecorded) {
    throw new RecordingError('attach-recorded', `Process ${ready.pid} is being profiled by Heatline already.`);
  }
  refuseTooOld(ready.argv.at(0) ?? ready.execPath, ready.version);
  return ready;
}

/**
 * Whether the process id that a program knows itself by is that process here: not so in a container or on another machine,
 * whose clocks are not ours to read. `url`: of its inspector.
 */
async function isLocalProcess(pid: number, url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const isLoopback = [LOOPBACK, 'localhost', '[::1]'].includes(hostname);
  return hasProcessFiles() && isLoopback && (await listeningPorts(pid)).includes(Number(port));
}

/**
 * Leaves a program as it was before: without a profiler, and with its inspector closed where it was. Never rejects.
 *
 * Whoever closes must do it alone: where a socket is closed from both sides at once, Node sends two close frames, frees the
 * socket after the first, and crashes (`WsHandler::OnCloseFrameWritten` in node/src/inspector_socket.cc). So an inspector
 * that we opened is closed by the program, and every other connection is dropped without a frame.
 */
export async function leaveProgram(connection: InspectorConnection, { isOpenedByUs }: FoundInspector): Promise<void> {
  // Not within the evaluation, whose session the closing ends, and which may interrupt Node's own code for timers.
  const close = "setImmediate(() => (process.getBuiltinModule || require)('node:inspector').close())";
  const asked = Promise.all([
    connection.send('NodeRuntime.notifyWhenWaitingForDisconnect', { enabled: false }),
    connection.send('Profiler.disable'),
    isOpenedByUs
      ? connection.send('Runtime.evaluate', { expression: `void ${close}`, includeCommandLineAPI: true, silent: true })
      : undefined,
  ]).then(
    () => (isOpenedByUs ? connection.closed : undefined),
    () => undefined,
  );
  await Promise.race([asked, sleep(CLOSING_MS, undefined, { ref: false })]);
  connection.drop();
}
