import type { PanelChange, PanelChanges } from '../../panel/index.ts';
import { rangeLabel, shortChange, signOf } from '../../present/changes.ts';
import { formatValue } from '../../present/quantities.ts';
import type { PanelProps } from '../panel.ts';
import { Link } from '../ui/link.tsx';

/** The lines and functions that changed clearly, the biggest first. */
export function ChangesTable({ panel, data }: PanelProps & { readonly data: PanelChanges }) {
  if (data.rows.length === 0) {
    return <p class="changes-none">No line and no function changed more than runs differ by themselves.</p>;
  }
  return (
    <div class="changes-table">
      <table>
        <thead>
          <tr>
            {['Change', 'Where', '95 % interval', 'Before', 'After'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row, at) => (
            <Row key={at} panel={panel} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ panel, row }: PanelProps & { readonly row: PanelChange }) {
  const { requests } = panel;
  const { line, function: fn = -1, place } = row;
  const show = (): void => (line === undefined ? requests.reveal(fn) : requests.revealLine(line));
  const canShow = requests.hasEditor && place !== '' && (line !== undefined || fn >= 0);
  const where = row.kind === 'line' ? place : `${row.name} ${place}`.trim();
  return (
    <tr>
      <td class={`${row.verdict}-text`}>{`${signOf(row.verdict)} ${shortChange(row)}`}</td>
      <td>
        <Link onClick={canShow ? show : undefined}>{where}</Link>
        <span class="muted">{row.kind === 'line' ? ` ${row.name}` : ' function'}</span>
      </td>
      <td>{rangeLabel(row)}</td>
      <td>{formatValue(row, row.before)}</td>
      <td>{formatValue(row, row.after)}</td>
    </tr>
  );
}
