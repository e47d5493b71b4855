import { setTimeout as sleep } from 'node:timers/promises';
import { LOOPBACK } from './attach-target.ts';
import { hasProcessFiles, listeningPorts } from './node-processes.ts';
import type { InspectorConnection } from '../inspector-connection.ts';
import { refuseTooOld } from '../../target/index.ts';
import { HANDLE_SYMBOL, RecordingError } from '../../recording/index.ts';

/** What a running program says of itself. */
export interface RunningProgram {
  readonly pid: number;
  /** `v20.20.2`. */
  readonly version: string;
  readonly v8: string;
  /** Absolute path of what it runs; of Node itself where it runs no file. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** When it answered, on the clock of its `process.hrtime`, in microseconds. */
  readonly anchorUs: number;
}

const PATIENCE_MS = 8000;

// `process` is all that is certain to be there; what a program may have changed about it is its own business.
const QUESTION = `(() => {
  if (typeof process !== 'object' || !process.versions || !process.versions.node) return 'null';
  let cwd = '';
  try { cwd = process.cwd(); } catch {}
  const [, program = process.execPath, ...args] = process.argv;
  const isRecorded = Object.getOwnPropertySymbols(process).some((s) => s.description === '${HANDLE_SYMBOL}');
  const { pid, version, versions: { v8 } } = process;
  const anchorUs = Number(process.hrtime.bigint() / 1000n);
  return JSON.stringify({ pid, version, v8, program, args, cwd, anchorUs, isRecorded });
})()`;

/** Asks a program that runs who it is. Rejects with a {@link RecordingError}, `attach-…` or `runtime-too-old`. */
export async function askProgram(connection: InspectorConnection): Promise<RunningProgram> {
  const asked = connection.send('Runtime.evaluate', { expression: QUESTION, silent: true });
  const answer = await Promise.race([asked, sleep(PATIENCE_MS, undefined, { ref: false })]);
  if (answer === undefined) {
    throw new RecordingError(
      'attach-silent',
      'The program does not answer: its main thread is stopped, or waits in native code (such as execSync); try again later.',
    );
  }
  const text: unknown = answer.result.value;
  const told = (typeof text === 'string' ? JSON.parse(text) : null) as
    (RunningProgram & { isRecorded: boolean }) | null;
  if (told === null)
    throw new RecordingError('attach-not-node', 'The program is not Node; Heatline profiles Node only.');
  const { isRecorded, ...program } = told;
  if (isRecorded) {
    throw new RecordingError('attach-recorded', `Process ${program.pid} is being profiled by Heatline already.`);
  }
  refuseTooOld(program.program, program.version);
  return program;
}

/**
 * Whether the process id that a program knows itself by is that process here: not so in a container or on another machine,
 * whose clocks are not ours to read. `url`: of its inspector.
 */
export async function isLocalProcess(pid: number, url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const isLoopback = [LOOPBACK, 'localhost', '[::1]'].includes(hostname);
  return hasProcessFiles && isLoopback && (await listeningPorts(pid)).includes(Number(port));
}
