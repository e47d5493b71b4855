import { setTimeout as sleep } from 'node:timers/promises';
import { LOOPBACK } from './attach-target.ts';
import { hasProcessFiles, listeningPorts } from './node-processes.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import { refuseTooOld } from '../../target/index.ts';
import { HANDLE_SYMBOL, type ReadyNote, RecordingError } from '../../recording/index.ts';

const PATIENCE_MS = 8000;

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

/**
 * Asks a program that runs for what one that is launched says by itself. Rejects with a {@link RecordingError}, `attach-…` or
 * `runtime-too-old`.
 */
export async function askRunningProgram(connection: InspectorConnection): Promise<ReadyNote> {
  const asked = connection.send('Runtime.evaluate', { expression: QUESTION, silent: true });
  const answer = await Promise.race([asked, sleep(PATIENCE_MS, undefined, { ref: false })]);
  if (answer === undefined) {
    throw new RecordingError(
      'attach-silent',
      'The program does not answer: its main thread is stopped, or waits in native code (such as execSync); try again later.',
    );
  }
  const text: unknown = answer.result.value;
  const told = (typeof text === 'string' ? JSON.parse(text) : null) as (ReadyNote & { isRecorded: boolean }) | null;
  if (told === null)
    throw new RecordingError('attach-not-node', 'The program is not Node; Heatline profiles Node only.');
  const { isRecorded, ...ready } = told;
  if (isRecorded) {
    throw new RecordingError('attach-recorded', `Process ${ready.pid} is being profiled by Heatline already.`);
  }
  refuseTooOld(programOf(ready), ready.version);
  return ready;
}

/** Absolute path of what a program runs; of Node itself where it runs no file. */
export const programOf = ({ argv: [program], execPath }: ReadyNote): string => program ?? execPath;

/**
 * Whether the process id that a program knows itself by is that process here: not so in a container or on another machine,
 * whose clocks are not ours to read. `url`: of its inspector.
 */
export async function isLocalProcess(pid: number, url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const isLoopback = [LOOPBACK, 'localhost', '[::1]'].includes(hostname);
  return hasProcessFiles() && isLoopback && (await listeningPorts(pid)).includes(Number(port));
}
