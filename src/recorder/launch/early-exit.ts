import type { ProgramExit } from '../program/program.ts';
import { RecordingError } from '../../recording/index.ts';

/** Why the runtime ended before the recorder could attach. `errorText`: what it wrote to standard error. */
export function explainEarlyExit(exit: ProgramExit, errorText: string): RecordingError {
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
