import type { Change, ChangedRow } from '../../compare/index.ts';
import { describeWhole, formatChangeRange, timesLabel } from '../../present/changes.ts';
import { describeFinding } from '../../present/comparisons.ts';
import { functionLabel, joinParts } from '../../present/names.ts';
import { amountLabel } from '../../present/quantities.ts';
import { compareSides } from '../diff-command.ts';
import { clearRows, isOwnRow, textOfRow } from '../format-diff.ts';
import type { RecordedSide } from '../recorded-sides.ts';
import type { AgentView } from './describe-hot-lines.ts';
import { quote, writePage } from './quote.ts';

const MOST_ROWS = 8;

/** Did it get faster? The whole first, then lines and functions that clearly changed. Throws a `CliError` where that has no answer. */
export function describeComparison(
  sides: { readonly before: RecordedSide; readonly after: RecordedSide },
  view: AgentView,
): string {
  const comparison = compareSides(sides);
  const what = amountLabel(comparison.whole);
  const page = (
    title: string,
    rows: readonly ChangedRow[],
    nameOf: (row: ChangedRow, width: number) => string,
  ): string =>
    writePage(clearRows(rows, { isShown: isOwnRow }).slice(0, MOST_ROWS), 0, (shown, width) => [
      `${title} | change of self ${what}, 95 % interval | ${what} of a run`,
      ...shown.map(
        (row) =>
          `${nameOf(row, width).trim()} | ${row.ratio === undefined ? '' : `${row.verdict} `}${formatChangeRange(row)} | ${timesLabel(row)}`,
      ),
    ]);
  return joinParts(
    '\n',
    `All in all ${describeWhole(comparison)}.`,
    verdictOf(comparison.whole),
    page('line', comparison.lines, (row, width) => {
      const text = textOfRow(row, view);
      return joinParts(' ', placeOf(row), text && quote(text, width));
    }),
    page('function', comparison.functions, (row) => `${quote(functionLabel(row.name))} ${placeOf(row)}`),
    ...comparison.findings.map((finding) => quote(describeFinding(finding).message, 400)),
  );
}

function verdictOf({ verdict }: Change): string {
  if (verdict === 'unclear') return 'That is within what runs differ by themselves: no verdict.';
  return `${verdict === 'faster' ? 'Faster' : 'Slower'}, beyond the noise.`;
}

const placeOf = ({ source, line, beforeLine }: ChangedRow): string =>
  source ? `${quote(source.path, 300)}${line === undefined ? ` (line ${beforeLine ?? '?'} before)` : `:${line}`}` : '';
