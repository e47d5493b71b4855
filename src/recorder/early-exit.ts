import type { ProgramExit } from './program.ts';
import type { RecordOptions } from './recording-session.ts';
import { RecordingError } from '../recording/index.ts';
import { detectRuntime } from '../target/index.ts';

/** Why the runtime ended before the recorder could attach. `errorText`: what it wrote to standard error. */
export async function explainEarlyExit(
  { runtimeExecutable, env, cwd }: RecordOptions,
  exit: ProgramExit,
  errorText: string,
): Promise<RecordingError> {
  try {
    await detectRuntime(runtimeExecutable, env, cwd);
  } catch (error) {
    if (error instanceof RecordingError) return error;
  }
  const how = exit.signal === undefined ? `with code ${exit.code ?? 'unknown'}` : `by ${exit.signal}`;
  const last = tellingLine(errorText)?.replace(/\.$/, '');
  return new RecordingError(
    'exited-before-attach',
    `Node ended ${how} before Heatline could attach${last ? `: ${last}` : '; check runtimeArgs and NODE_OPTIONS'}.`,
  );
}

/** The line that says why: an uncaught error's own, else the last one. */
function tellingLine(errorText: string): string | undefined {
  const lines = errorText.trim().split('\n');
  return lines.findLast((line) => /^(Uncaught )?\w*Error\b.*:/.test(line)) ?? lines.at(-1);
}
