import { type Analysis, Category, findAnswer, findWhy, Precision, shareOf } from '../core/index.ts';
import { describeAnswer } from '../present/answer.ts';
import { describeDiagnostic } from '../present/diagnostics.ts';
import { code, escape, sourceCode } from '../present/markdown.ts';
import { explainRemark } from '../present/why.ts';
import { fileLabel, functionLabel, placeLabel, precisionLabels } from '../present/names.ts';
import { formatActive, formatMargin, formatShare, formatValue, plainSpaces } from '../present/quantities.ts';
import { qualityFacts } from '../present/quality-facts.ts';
import type { ExportContext } from './formats.ts';

/** Rows of the two tables: together with the rest they fill two screens. */
const [LINES, FUNCTIONS] = [15, 10];
const MOST_FINDINGS = 5;

/** A report as Markdown, for a pull request or an agent. Everything of the program's is text, never markup. */
export function* formatMarkdown(analysis: Analysis, context: ExportContext): Generator<string, void> {
  const { title, quality, diagnostics } = analysis;
  const answer = findAnswer(analysis);
  const told = answer && describeAnswer({ analysis, answer, nameOf: context.labelOf });
  const functions = sortRows(analysis.functions.selfTime, (row) => isOwn(analysis, row));
  const lines = sortRows(analysis.lines.selfTime, (row) => isOwn(analysis, analysis.lines.function[row]));
  const active = formatActive(quality, quality.activeTime);
  const amount = escape(quality.value?.name ?? 'Time');
  const grave = diagnostics.filter(({ severity }) => severity !== 'info').slice(0, MOST_FINDINGS);
  const parts = [
    `### Heatline: ${escape(title)}`,
    told === undefined ? 'No samples were taken.' : `${escape(told)}.`,
    table(['Self', '±', amount, 'Total', 'Line', 'Function', 'Source'], lines.slice(0, LINES), (row) =>
      lineCells(analysis, context, row),
    ),
    table(['Self', 'Total', amount, 'Function', 'Place'], functions.slice(0, FUNCTIONS), (row) =>
      functionCells(analysis, context, row),
    ),
    reasons(analysis, context),
    lines.length > 0 ? `Shares of ${escape(active)}. ${legendOf(analysis, lines.slice(0, LINES))}`.trim() : '',
    qualityFacts(analysis, lines[0])
      .map(({ name, text }) => `- ${name}: ${escape(text)}`)
      .join('\n'),
    grave.map((finding) => `> ${escape(describeDiagnostic(finding))}`).join('\n>\n'),
  ];
  yield plainSpaces(`${parts.filter(Boolean).join('\n\n')}\n`);
}

/** Why the program, and functions and lines of own code, are slow. */
function reasons(analysis: Analysis, { labelOf }: ExportContext): string {
  const { lines, functions, sources } = analysis;
  const labelAt = (row: number | undefined, table: Analysis['lines'] | Analysis['functions']): string =>
    row === undefined || table.source[row] < 0
      ? ''
      : `${code(placeLabel(labelOf(sources[table.source[row]]), table.line[row]))}: `;
  return findWhy(analysis)
    .filter(({ line = -1, function: fn = lines.function[line] }) => fn === undefined || isOwn(analysis, fn))
    .map((remark) => {
      const { line, function: fn } = remark;
      const place = line === undefined ? labelAt(fn, functions) : labelAt(line, lines);
      const text = explainRemark(analysis, remark, { place: fileLabel, name: String });
      return `- ${place}${escape(text)}`;
    })
    .join('\n');
}

/** Whether a row of the function table is of own code. */
export const isOwn = ({ functions }: Analysis, row: number): boolean => functions.category[row] === Category.own;

/** Rows of a table by a column, the most first; those without any are left out. */
export function sortRows(values: ArrayLike<number>, keep: (row: number) => boolean): number[] {
  const rows = Array.from({ length: values.length }, (_, row) => row);
  return rows.filter((row) => values[row] > 0 && keep(row)).sort((a, b) => values[b] - values[a]);
}

function table(heads: readonly string[], rows: readonly number[], cellsOf: (row: number) => string[]): string {
  if (rows.length === 0) return '';
  const lines = [heads, heads.map(() => '---'), ...rows.map(cellsOf)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What stands behind the number of a line that is not exact. */
export const marks = { [Precision.exact]: '', [Precision.function]: ' ƒ', [Precision.estimated]: ' ~' } as const;

function lineCells(analysis: Analysis, { labelOf, lineOf }: ExportContext, row: number): string[] {
  const { lines, sources, functions, quality } = analysis;
  const source = sources[lines.source[row]];
  const text = lineOf(source, lines.line[row])?.trim();
  const total = lines.totalTime[row];
  return [
    formatShare(shareOf(analysis, lines.selfTime[row])),
    formatMargin(lines.shareLow[row], lines.shareHigh[row]),
    formatValue(quality, lines.selfTime[row]),
    Number.isNaN(total) ? '–' : formatShare(shareOf(analysis, total)),
    `${code(placeLabel(labelOf(source), lines.line[row]))}${marks[lines.precision[row] as Precision]}`,
    code(functionLabel(functions.name[lines.function[row]])),
    text ? sourceCode(text) : '',
  ];
}

function functionCells(analysis: Analysis, { labelOf }: ExportContext, row: number): string[] {
  const { functions, sources, quality } = analysis;
  const source = functions.source[row];
  return [
    formatShare(shareOf(analysis, functions.selfTime[row])),
    formatShare(shareOf(analysis, functions.totalTime[row])),
    formatValue(quality, functions.selfTime[row]),
    code(functionLabel(functions.name[row])),
    source < 0 ? '' : code(placeLabel(labelOf(sources[source]), functions.line[row])),
  ];
}

/** What the marks of rows of the line table mean; empty where they have none. */
export const legendOf = ({ lines }: Analysis, rows: readonly number[]): string =>
  [Precision.function, Precision.estimated]
    .filter((kind) => rows.some((row) => lines.precision[row] === kind))
    .map((kind) => `${marks[kind].trim()} ${precisionLabels[kind]}.`)
    .join(' ');
