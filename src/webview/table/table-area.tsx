import type { PanelHeader } from '../../panel/index.ts';
import { formatValue } from '../../present/quantities.ts';
import type { ShownProps } from '../panel.ts';
import type { TableName } from '../state/preferences.ts';
import { Choices } from '../ui/choices.tsx';
import { FunctionTable } from './function-table.tsx';
import { LineTable } from './line-table.tsx';

const names: Readonly<Record<TableName, readonly [string]>> = { functions: ['Functions'], lines: ['Lines'] };

/** What a line took is not known for each stack. */
const wholeNote = 'Lines of the whole recording, whatever the focus';

/** The table of functions or of lines below the picture. */
export function TableArea({ panel, tables }: ShownProps) {
  const { tableShare, table } = panel.preferences.current.value;
  if (tableShare <= 0) return null;
  const style = { flexBasis: `${tableShare * 100}%`, ...amountColumns(tables.header) };
  if (!panel.picture.isDrawn.value) return <div class="table-area" style={style} />;
  const hasLines = tables.header.lengths['lines.line'] > 0;
  const shown = hasLines ? table : 'functions';
  return (
    <div class="table-area" style={style}>
      {hasLines && (
        <div class="table-bar">
          <Choices
            role="tab"
            label="Table"
            names={names}
            chosen={shown}
            onChoose={(next) => panel.preferences.set({ table: next })}
            controls="heatline-table"
          />
          {shown === 'lines' && panel.shownTree.shownFocus.value && (
            <span class="muted table-note" title={wholeNote}>
              {wholeNote}
            </span>
          )}
        </div>
      )}
      <div class="table-holder" role={hasLines ? 'tabpanel' : undefined} id="heatline-table">
        {shown === 'lines' ? (
          <LineTable panel={panel} tables={tables} />
        ) : (
          <FunctionTable panel={panel} tables={tables} />
        )}
      </div>
    </div>
  );
}

/** Times are short. Counts are exact, and none is longer than that of the whole; beside it stand its share and margins. */
function amountColumns({ quality }: PanelHeader): Record<string, string> {
  if (quality.value === undefined) return {};
  const { length } = formatValue(quality, quality.activeTime);
  return { '--amount-columns': `repeat(2, max(132px, calc(${length}ch + 76px)))` };
}
