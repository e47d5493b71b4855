import type { Actions } from '../actions.ts';
import type { Panel } from '../panel.ts';
import { type TableName, tableNames } from '../settings.ts';
import { Choices } from '../ui/choices.tsx';
import { FunctionTable } from './function-table.tsx';
import { LineTable } from './line-table.tsx';

interface Props {
  readonly panel: Panel;
  readonly actions: Actions;
}

const labels: Readonly<Record<TableName, string>> = { functions: 'Functions', lines: 'Lines' };

/** What a line took is not known for each stack. */
const wholeNote = 'Lines of the whole recording, whatever the focus';

/** The table of functions or of lines below the picture. */
export function TableArea({ panel, actions }: Props) {
  const { tableShare, table } = panel.preferences.value;
  if (tableShare <= 0) return null;
  const style = { flexBasis: `${tableShare * 100}%` };
  if (!panel.isPictured.value) return <div class="table-area" style={style} />;
  const hasLines = (panel.model.value?.header.lengths['lines.line'] ?? 0) > 0;
  const shown = hasLines ? table : 'functions';
  return (
    <div class="table-area" style={style}>
      {hasLines && (
        <div class="table-bar">
          <Choices
            class="table-tabs"
            role="tab"
            label="Table"
            values={tableNames}
            chosen={shown}
            onChoose={(next) => panel.setPreference({ table: next })}
            nameOf={(name) => labels[name]}
            controls="heatline-table"
          />
          {shown === 'lines' && panel.shownFocus.value && (
            <span class="muted table-note" title={wholeNote}>
              {wholeNote}
            </span>
          )}
        </div>
      )}
      <div class="table-holder" role={hasLines ? 'tabpanel' : undefined} id="heatline-table">
        {shown === 'lines' ? (
          <LineTable panel={panel} actions={actions} />
        ) : (
          <FunctionTable panel={panel} actions={actions} />
        )}
      </div>
    </div>
  );
}
