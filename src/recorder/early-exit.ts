import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ProgramExit } from './program.ts';
import { type RecordOptions } from './recording-session.ts';
import { oldestNode, RecordingError } from '../recording/index.ts';

const VERSION_TIMEOUT_MS = 5000;

/** Why did the runtime end before the recorder could attach? In one sentence. */
export async function describeEarlyExit(
  options: RecordOptions,
  exit: ProgramExit,
  errorText: string,
): Promise<RecordingError> {
  const runtime = options.runtimeExecutable ?? 'node';
  const version = await versionOf(runtime, options);
  if (version === undefined) {
    return new RecordingError(
      'runtime-not-node',
      `"${runtime}" does not behave like Node; name a Node ${oldestNode} or newer with --runtime (in VS Code: runtimeExecutable).`,
    );
  }
  if (Number.parseInt(version.slice(1), 10) < oldestNode) {
    return new RecordingError(
      'runtime-too-old',
      `"${runtime}" is Node ${version}; Heatline needs Node ${oldestNode} or newer: choose another with --runtime (in VS Code: runtimeExecutable).`,
    );
  }
  const how = exit.signal === undefined ? `with code ${exit.code ?? 'unknown'}` : `by ${exit.signal}`;
  const last = lastLine(errorText);
  return new RecordingError(
    'exited-before-attach',
    `Node ended ${how} before Heatline could attach${last === '' ? '; check runtimeArgs and NODE_OPTIONS' : `: ${last}`}.`,
  );
}

/** `v20.20.2`; undefined for anything that is not Node. */
async function versionOf(runtime: string, options: RecordOptions): Promise<string | undefined> {
  const run = promisify(execFile)(runtime, ['--version'], {
    cwd: options.cwd,
    env: options.env,
    timeout: VERSION_TIMEOUT_MS,
  });
  const { stdout } = await run.catch(() => ({ stdout: '' }));
  return /^v\d+\.\d+\.\d+/.exec(stdout)?.[0];
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.replace(/\.$/, '') ?? '';
}
