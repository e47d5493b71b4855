import { relative } from 'node:path';
import type { ChangedRow } from '../compare/index.ts';
import { describeWhole, formatChangeRange } from '../present/changes.ts';
import { describeFinding } from '../present/comparisons.ts';
import { code, escape, sourceCode } from '../present/markdown.ts';
import { functionLabel } from '../present/names.ts';
import { formatValue, plainSpaces } from '../present/quantities.ts';
import { clearRows, type DiffResult, type DiffView, gateSentence, placeOfRow, textOfRow } from './format-diff.ts';
import type { Repository } from './repository.ts';

/** The comparison as a summary for a pull request. Everything of the program's is text, never markup. */
export function formatDiffMarkdown(
  result: DiffResult,
  view: DiffView & { readonly repository: Repository | undefined },
): string {
  const { comparison, title } = result;
  const [lines, functions] = [clearRows(comparison.lines, view), clearRows(comparison.functions, view)];
  const parts = [
    `### Heatline: ${escape(title)}`,
    `**${describeWhole(comparison)}.**`,
    table('Line', lines, view, (row) => `${link(row, view)}${sourceOf(row, view)}`),
    table('Function', functions, view, (row) => `${code(functionLabel(row.name))} ${link(row, view)}`),
    lines.length + functions.length === 0
      ? 'No line and no function changed beyond what runs differ by themselves.'
      : '',
    comparison.findings.map((finding) => `> ${escape(describeFinding(finding).message)}`).join('\n>\n'),
    gateSentence(result),
  ];
  return plainSpaces(`${parts.filter(Boolean).join('\n\n')}\n`);
}

function table(name: string, rows: readonly ChangedRow[], { top }: DiffView, cellOf: (row: ChangedRow) => string) {
  if (rows.length === 0) return '';
  const shown = rows.slice(0, top).map((row) => {
    const { verdict, before, after } = row;
    const cells = [verdict, formatChangeRange(row), formatValue(row, before), formatValue(row, after), cellOf(row)];
    return `| ${cells.join(' | ')} |`;
  });
  const more = rows.length - shown.length;
  return [
    `| | Change (95 % interval) | Before | After | ${name} |`,
    '|---|---|--:|--:|---|',
    ...shown,
    ...(more > 0 ? ['', `… and ${more} more.`] : []),
  ].join('\n');
}

function link(row: ChangedRow, { repository, cwd }: DiffView & { readonly repository: Repository | undefined }) {
  const label = code(placeOfRow(row, cwd));
  if (!repository || !row.source?.isFile || row.line === undefined) return placeOfRow(row, cwd) ? label : '';
  const file = relative(repository.root, row.source.path).replaceAll('\\', '/');
  if (file.startsWith('..') || repository.changed.has(file)) return label;
  return `[${label}](${repository.linkTo(file, row.line)})`;
}

function sourceOf(row: ChangedRow, view: DiffView): string {
  const text = textOfRow(row, view);
  return text ? `<br>${sourceCode(text)}` : '';
}
