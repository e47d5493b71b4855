import { compareRuns, findRefusal, judgeGate, type RunComparison } from '../compare/index.ts';
import { describeRefusal } from '../present/comparisons.ts';
import { plainSpaces } from '../present/quantities.ts';
import { CliError } from './cli-error.ts';
import { buildDiffJson } from './diff-json.ts';
import { formatDiffMarkdown } from './diff-markdown.ts';
import { formatDiff, isOwnRow } from './format-diff.ts';
import { type DiffOptions, placesOf } from './options.ts';
import { prepareOutputs, takesStdout, writeJson, writeText } from './output-files.ts';
import { filesOf, loadSide, type RecordedSide } from './recorded-sides.ts';
import { findRepository } from './repository.ts';
import { sourceLines } from './report-view.ts';
import { painter, wantsColor } from './text.ts';

const codes = { pass: 0, fail: 1, unclear: 3 } as const;

/**
 * `heatline diff`: what got slower or faster. The exit code: 1 when something is slower than allowed and beyond the
 * noise, 3 when the runs do not suffice to say that nothing is, else 0.
 */
export async function diff(names: readonly string[], options: DiffOptions): Promise<number> {
  const [before, after] = sidesOf(names, options);
  await prepareOutputs(options, [...before, ...after].flatMap(filesOf));
  const reading = { time: options.time, places: placesOf(options) };
  const sides = { before: await loadSide(before, reading), after: await loadSide(after, reading) };
  const comparison = compareSides(sides);
  const lineOf = sourceLines((source) => sides.after.textOf(source) ?? sides.before.textOf(source));
  const cwd = process.cwd();
  const gate = judgeGate(comparison, options.failAbove);
  const result = { comparison, title: sides.after.title, gate, allowed: options.failAbove };
  const isShown = options.all ? () => true : isOwnRow;
  const view = { width: process.stdout.columns || 120, top: options.top, isShown, cwd, lineOf };
  const paint = painter(wantsColor(process.stdout, process.env));
  (takesStdout(options) ? process.stderr : process.stdout).write(plainSpaces(formatDiff(result, { ...view, paint })));
  if (options.json) await writeJson(options.json, buildDiffJson(comparison));
  if (options.markdown) {
    const repository = findRepository(cwd, process.env);
    await writeText(options.markdown, formatDiffMarkdown(result, { ...view, repository }));
  }
  return gate === 'unclear' && options.unclear === 'pass' ? 0 : codes[gate];
}

/** What differs between two sides. Throws a `CliError` where they may not be compared. */
export function compareSides({ before, after }: { before: RecordedSide; after: RecordedSide }): RunComparison {
  const refusal = findRefusal(before.runs, after.runs);
  if (refusal) throw new CliError(plainSpaces(describeRefusal(refusal)));
  return compareRuns(before.runs, after.runs, { texts: { before: before.textOf, after: after.textOf } });
}

/** Two names are the two sides; with `--to` all names are before. */
function sidesOf(names: readonly string[], { to = [] }: DiffOptions): [readonly string[], readonly string[]] {
  if (to.length > 0) return [names, to];
  if (names.length === 2) return [names.slice(0, 1), names.slice(1)];
  throw new CliError(
    'Name the recordings to compare: heatline diff BEFORE AFTER, each a file or a folder of runs; or several of each: heatline diff BEFORE… --to AFTER…',
  );
}
