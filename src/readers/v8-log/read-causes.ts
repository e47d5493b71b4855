import type { CancelSignal } from '../../core/index.ts';
import { findSections } from '../thread-sections.ts';
import { CauseLog, type LoggedCauses } from './cause-log.ts';
import { LineReader } from './log-lines.ts';
import { parseFacts } from './read.ts';

/** What each thread's V8 log in a recording tells of causes. Throws `FormatError`, and `ReadCancelledError` for the signal. */
export async function readLoggedCauses(path: string, signal?: CancelSignal): Promise<LoggedCauses[]> {
  const sections = (await findSections(path))?.sections ?? [{ format: 'v8log', range: [0, Infinity] }];
  const found: LoggedCauses[] = [];
  for (const { format, range } of sections) if (format === 'v8log') found.push(await readOne(path, range, signal));
  return found;
}

function readOne(path: string, [from, until]: readonly [number, number], signal?: CancelSignal): Promise<LoggedCauses> {
  return LineReader.use(path, from, async (lines) => {
    const log = new CauseLog();
    await lines.readOn(log.line, { until, signal });
    const rest = lines.rest();
    if (rest !== undefined) log.line(rest, 0, rest.length);
    const { scripts, facts } = parseFacts(path, log.facts);
    return log.build(scripts, facts.recorderScripts);
  });
}
