import type { ProgramExit } from '../program/program.ts';
import type { RecordOptions } from '../recording-session.ts';
import { RecordingError } from '../../recording/index.ts';
import { detectRuntime } from '../../target/index.ts';

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
  const last = tellingLine(errorText)?.replace(/^# |\.$/g, '');
  const advice = '; check --runtime-arg (in VS Code: runtimeArgs) and NODE_OPTIONS';
  return new RecordingError(
    'exited-before-attach',
    `Node ended ${how} before Heatline could attach${last ? `: ${last}` : exit.signal === undefined ? advice : ''}.`,
  );
}

/** The line that says why: an uncaught error's own or V8's last word, else the last one that says anything. */
function tellingLine(errorText: string): string | undefined {
  const lines = errorText.split('\n').filter((line) => /\w/.test(line));
  const reasons = [/^(Uncaught )?\w*Error\b.*:/, /\bfatal\b/i];
  return reasons.map((reason) => lines.findLast((line) => reason.test(line))).find(Boolean) ?? lines.at(-1);
}
