import {
  type Analysis,
  builtinsOfLine,
  hasTooFewSamples,
  type Precision,
  type Remark,
  whyFunction,
  whyLine,
} from '../../core/index.ts';
import { formatBuiltinPart, notableBuiltins } from '../../present/builtins.ts';
import { functionLabel, joinParts, placeLabel, precisionLabels } from '../../present/names.ts';
import { amountLabel, formatCountOf, formatValue } from '../../present/quantities.ts';
import { describeReason } from '../../present/reasons.ts';
import { describeWhy, fixOfWhy } from '../../present/why.ts';
import { CliError } from '../cli-error.ts';
import { sortRows } from '../../export/markdown.ts';
import { type AgentView, headOf, lineWriter, placeOf } from './describe-hot-lines.ts';
import { quote } from './quote.ts';

const MOST_NAMED = 6;

/** One line: its times, how sure they are, and why it is slow. Throws a `CliError` where it is not there. */
export function describeLine(
  analysis: Analysis,
  { recording, file, line }: { readonly recording: string; readonly file: string; readonly line: number },
  view: AgentView,
): string {
  const { lines } = analysis;
  const source = findSource(analysis, file);
  const ofFile = sortRows(lines.selfTime, (row) => lines.source[row] === source);
  const row = ofFile.find((each) => lines.line[each] === line);
  if (row === undefined) {
    const hot = ofFile.slice(0, MOST_NAMED).map((each) => lines.line[each]);
    const what = amountLabel(analysis.quality);
    return `No ${what} was measured on ${placeOf(analysis, source, line)}. Lines of that file with ${what}: ${hot.join(', ')}.`;
  }
  const reason = describeReason(analysis, row);
  return joinParts(
    '\n',
    headOf(analysis, recording),
    ...lineWriter(analysis, view)([row], 160),
    `${formatValue(analysis.quality, lines.selfTime[row])} by itself, ${formatCountOf(lines.selfSamples[row], 'sample')}; ${precisionLabels[lines.precision[row] as Precision]}.`,
    reason === undefined ? '' : quote(reason, 300),
    hasTooFewSamples(analysis, row) ? 'These samples are too few: a hint only. Profile more runs.' : '',
    why(analysis, row),
  );
}

/** Whether a path is the one that was asked for, or ends in it. */
export function isFileNamed(path: string, asked: string): boolean {
  const [whole, end] = [path, asked].map((text) => text.replaceAll('\\', '/').replace(/^\.\//, ''));
  return whole === end || whole.endsWith(`/${end}`);
}

function findSource({ sources, lines, quality }: Analysis, file: string): number {
  const sampled = new Set(lines.source);
  const found = [...sources.keys()].filter((row) => sampled.has(row) && isFileNamed(sources[row].path, file));
  if (found.length === 1) return found[0];
  if (found.length === 0)
    throw new CliError(
      `No ${amountLabel(quality)} was measured in "${file}". list_hot_lines tells in which files there was.`,
    );
  const named = found.slice(0, MOST_NAMED).map((row) => quote(sources[row].path, 300));
  throw new CliError(`Several files end in "${file}": ${named.join(', ')}. Name one of them whole.`);
}

/** Why it is slow, quoted, since names of the program's are in it; the fix behind it is Heatline's own sentence. */
export const quoteRemark = (analysis: Analysis, remark: Remark): string =>
  `${quote(describeWhy(analysis, remark, { place: placeLabel }), 400)} ${fixOfWhy(remark) ?? ''}`.trim();

function why(analysis: Analysis, row: number): string {
  const { lines, functions } = analysis;
  const remark = whyLine(analysis, row, 0) ?? whyFunction(analysis, lines.function[row]);
  if (remark) return quoteRemark(analysis, remark);
  const nameOf = (fn: number): string => functionLabel(functions.name[fn]);
  const parts = notableBuiltins(builtinsOfLine(lines, row)).map((part) => formatBuiltinPart(part, nameOf));
  return parts.length > 0 ? `In V8's own code: ${quote(parts.join('; '), 400)}` : '';
}
