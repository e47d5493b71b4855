import type { Actions } from '../actions.ts';
import type { Panel } from '../panel.ts';
import { type TableName, tableNames } from '../settings.ts';
import { FunctionTable } from './function-table.tsx';
import { LineTable } from './line-table.tsx';

interface Props {
  readonly panel: Panel;
  readonly actions: Actions;
}

const labels: Readonly<Record<TableName, string>> = { functions: 'Functions', lines: 'Lines' };

/** The table of functions or of lines below the picture. */
export function TableArea({ panel, actions }: Props) {
  const { tableShare, table } = panel.preferences.value;
  if (tableShare <= 0) return null;
  const hasLines = (panel.model.value?.header.lengths['lines.line'] ?? 0) > 0;
  const shown = hasLines ? table : 'functions';
  return (
    <div class="table-area" style={{ flexBasis: `${tableShare * 100}%` }}>
      {hasLines && <Tabs panel={panel} shown={shown} />}
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

function Tabs({ panel, shown }: { readonly panel: Panel; readonly shown: TableName }) {
  const show = (table: TableName): void => panel.setPreference({ table });
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = tableNames[(tableNames.indexOf(shown) + 1) % tableNames.length];
    show(next);
    event.currentTarget.querySelectorAll('button')[tableNames.indexOf(next)].focus();
  };
  return (
    <div class="table-tabs" role="tablist" aria-label="Table" onKeyDown={onKeyDown}>
      {tableNames.map((table) => (
        <button
          key={table}
          type="button"
          role="tab"
          aria-selected={table === shown}
          aria-controls="heatline-table"
          tabIndex={table === shown ? 0 : -1}
          onClick={() => show(table)}
        >
          {labels[table]}
        </button>
      ))}
    </div>
  );
}
