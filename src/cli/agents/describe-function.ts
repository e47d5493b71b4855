import {
  type Analysis,
  calleesOf,
  callersOf,
  Category,
  type FunctionIndex,
  type Neighbour,
  shareOf,
  whyFunction,
} from '../../core/index.ts';
import { functionLabel, joinParts } from '../../present/names.ts';
import { amountLabel, formatShare, formatValue } from '../../present/quantities.ts';
import { CliError } from '../cli-error.ts';
import { sortRows } from '../../export/markdown.ts';
import { type AgentView, headOf, lineWriter, placeOf } from './describe-hot-lines.ts';
import { isFileNamed, quoteRemark } from './describe-line.ts';
import { quote, visible, writePage } from './quote.ts';

const MOST_NEIGHBOURS = 6;
const MOST_LINES = 8;

/** One function: its times, callers, callees, hot lines, and why it is slow. Throws a `CliError` where it is not there. */
export function describeFunction(
  analysis: Analysis,
  asked: { readonly recording: string; readonly function: string; readonly file?: string },
  view: AgentView,
): string {
  const { functions, lines, quality } = analysis;
  const [row, ...others] = findFunctions(analysis, asked);
  const remark = whyFunction(analysis, row);
  const own = withCallbacks(analysis, row);
  const hot = sortRows(lines.selfTime, (line) => own.has(lines.function[line])).slice(0, MOST_LINES);
  const same = others
    .slice(0, MOST_NEIGHBOURS)
    .map((other) => placeOf(analysis, functions.source[other], functions.line[other]));
  return joinParts(
    '\n',
    headOf(analysis, asked.recording),
    `${nameAndPlace(analysis, row)}: self ${timeOf(analysis, functions.selfTime[row])}, total ${timeOf(analysis, functions.totalTime[row])}.`,
    same.length > 0
      ? `Others of that name, with less ${amountLabel(quality)}: ${same.join(', ')}. Name one by "file".`
      : '',
    list(analysis, 'Called by', callersOf(analysis, row)),
    list(analysis, 'Calls', calleesOf(analysis, row)),
    writePage(hot, 0, lineWriter(analysis, view)),
    remark ? quoteRemark(analysis, remark) : '',
  );
}

/** A function and its callbacks: functions without a name, in the same file, that it calls by itself or through a builtin. */
function withCallbacks(analysis: Analysis, row: FunctionIndex): ReadonlySet<FunctionIndex> {
  const { name, source, line, category } = analysis.functions;
  const called = calleesOf(analysis, row).flatMap(({ function: callee }) =>
    category[callee] === Category.native
      ? [callee, ...calleesOf(analysis, callee).map((each) => each.function)]
      : [callee],
  );
  const isCallback = (each: FunctionIndex): boolean =>
    name[each] === '' && source[each] === source[row] && line[each] >= line[row];
  return new Set([row, ...called.filter(isCallback)]);
}

/** Functions of a name, the most time first. */
function findFunctions(
  analysis: Analysis,
  { function: name, file }: { readonly function: string; readonly file?: string },
): number[] {
  const { functions, sources } = analysis;
  const isIn = (row: number): boolean =>
    file === undefined || (functions.source[row] >= 0 && isFileNamed(sources[functions.source[row]].path, file));
  const rows = [...functions.name.keys()].filter((row) => functions.category[row] !== Category.root && isIn(row));
  const found = rows.filter((row) => functionLabel(functions.name[row]) === name);
  if (found.length > 0) return found.sort((a, b) => functions.totalTime[b] - functions.totalTime[a]);
  const alike = rows
    .filter((row) => functions.name[row].toLowerCase().includes(name.toLowerCase()))
    .slice(0, MOST_NEIGHBOURS)
    .map((row) => quote(functions.name[row]));
  const advice = alike.length > 0 ? `There are ${alike.join(', ')}.` : 'list_hot_lines tells which there are.';
  throw new CliError(
    `No function "${visible(name, 60)}" took ${amountLabel(analysis.quality)}${file === undefined ? '' : ' in that file'}. ${advice}`,
  );
}

const timeOf = (analysis: Analysis, time: number): string =>
  `${formatShare(shareOf(analysis, time))} (${formatValue(analysis.quality, time)})`;

const nameAndPlace = (analysis: Analysis, row: number): string => {
  const { name, source, line } = analysis.functions;
  return `${quote(functionLabel(name[row]))} ${placeOf(analysis, source[row], line[row])}`.trim();
};

function list(analysis: Analysis, title: string, neighbours: readonly Neighbour[]): string {
  if (neighbours.length === 0) return '';
  const ofFirst = analysis.quality.runs === undefined ? '' : ', in the first run';
  const rows = neighbours
    .slice(0, MOST_NEIGHBOURS)
    .map(({ function: fn, time }) => `  ${formatValue(analysis.quality, time)} ${nameAndPlace(analysis, fn)}`);
  const more = neighbours.length - rows.length;
  return [`${title}${ofFirst}:`, ...rows, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}
