import {
  type Analysis,
  builtinsOfLine,
  hasTooFewSamples,
  Precision,
  shareOf,
  whyFunction,
  whyLine,
} from '../../core/index.ts';
import { formatBuiltinPart, notableBuiltins } from '../../present/builtins.ts';
import { functionLabel, precisionLabels } from '../../present/names.ts';
import { formatCountOf, formatMargin, formatShare, formatValue } from '../../present/quantities.ts';
import { describeReason } from '../../present/reasons.ts';
import { describeWhy, fixOfWhy } from '../../present/why.ts';
import { CliError } from '../cli-error.ts';
import { sortRows } from '../report-view.ts';
import { type AgentView, headOf, placeOf } from './describe-hot-lines.ts';
import { quote } from './quote.ts';

/** Lines shown on each side. */
const AROUND = 4;
const MOST_NAMED = 6;

/** One line: its times, how sure they are, why it is slow, and its surroundings. Throws a `CliError` where it is not there. */
export function describeLine(
  analysis: Analysis,
  { recording, file, line }: { readonly recording: string; readonly file: string; readonly line: number },
  view: AgentView,
): string {
  const { lines, functions, quality } = analysis;
  const source = findSource(analysis, file);
  const ofFile = sortRows(lines.selfTime, (row) => lines.source[row] === source);
  const row = ofFile.find((each) => lines.line[each] === line);
  if (row === undefined) {
    const hot = ofFile.slice(0, MOST_NAMED).map((each) => lines.line[each]);
    return `${headOf(analysis, recording)}\nNo time was measured on ${placeOf(analysis, source, line)}. Lines of that file with time: ${hot.join(', ') || 'none'}.`;
  }
  const total = lines.totalTime[row];
  const self = `self ${formatShare(shareOf(analysis, lines.selfTime[row]))} ${formatMargin(lines.shareLow[row], lines.shareHigh[row])} (${formatValue(quality, lines.selfTime[row])}, ${formatCountOf(lines.selfSamples[row], 'sample')})`;
  const all = Number.isNaN(total)
    ? ''
    : `, total ${formatShare(shareOf(analysis, total))} (${formatValue(quality, total)})`;
  const reason = describeReason(analysis, row);
  return [
    headOf(analysis, recording),
    `${placeOf(analysis, source, line)} in ${quote(functionLabel(functions.name[lines.function[row]] ?? ''))}: ${self}${all}.`,
    `Place: ${precisionLabels[lines.precision[row] as Precision]}.${reason === undefined ? '' : ` ${quote(reason, 300)}`}`,
    hasTooFewSamples(analysis, row)
      ? 'It has too few samples: take these figures as a hint, or profile more runs.'
      : '',
    why(analysis, row),
    ...surroundings(analysis, ofFile, source, line, view),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Whether a path is the one that was asked for, or ends in it. */
export function isFileNamed(path: string, asked: string): boolean {
  const [whole, end] = [path, asked].map((text) => text.replaceAll('\\', '/').replace(/^\.\//, ''));
  return whole === end || whole.endsWith(`/${end}`);
}

function findSource({ sources, lines }: Analysis, file: string): number {
  const sampled = new Set(lines.source);
  const found = [...sources.keys()].filter((row) => sampled.has(row) && isFileNamed(sources[row].path, file));
  if (found.length === 1) return found[0];
  if (found.length === 0)
    throw new CliError(`No time was measured in "${file}". list_hot_lines tells in which files there was.`);
  const named = found.slice(0, MOST_NAMED).map((row) => quote(sources[row].path, 300));
  throw new CliError(`Several files end in "${file}": ${named.join(', ')}. Name one of them whole.`);
}

function why(analysis: Analysis, row: number): string {
  const { lines, functions } = analysis;
  const remark = whyLine(analysis, row, 0) ?? whyFunction(analysis, lines.function[row]);
  if (remark) return `${quote(describeWhy(analysis, remark, String), 400)} ${fixOfWhy(remark) ?? ''}`.trim();
  const nameOf = (fn: number): string => functionLabel(functions.name[fn]);
  const parts = notableBuiltins(builtinsOfLine(lines, row)).map((part) => formatBuiltinPart(part, nameOf));
  return parts.length > 0 ? `In V8's own code: ${quote(parts.join('; '), 400)}` : '';
}

function surroundings(
  analysis: Analysis,
  rows: readonly number[],
  source: number,
  line: number,
  { lineOf }: AgentView,
): string[] {
  const { lines, sources } = analysis;
  const numbers = Array.from({ length: 2 * AROUND + 1 }, (_, at) => line - AROUND + at).filter((each) => each > 0);
  return numbers.flatMap((number) => {
    const text = lineOf(sources[source], number);
    if (text === undefined || text.trim() === '') return [];
    const row = rows.find((each) => lines.line[each] === number);
    const share = row === undefined ? '' : formatShare(shareOf(analysis, lines.selfTime[row]));
    return [`${number} | ${share} | ${quote(text, 100)}`];
  });
}
