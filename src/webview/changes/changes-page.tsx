import { describeStack, runsLabel } from '../../present/changes.ts';
import { amountLabel, wholeLabel } from '../../present/quantities.ts';
import type { PanelProps } from '../panel.ts';
import { Link } from '../ui/link.tsx';
import { Choices } from '../ui/choices.tsx';
import { ChangesGraph } from './changes-graph.tsx';
import { ChangesTable } from './changes-table.tsx';
import type { WidthBy } from './layout-changes.ts';

const widthNames = (amount: string): Readonly<Record<WidthBy, readonly [short: string, full: string]>> => ({
  after: ['After', `Boxes are as wide as their ${amount} after`],
  before: ['Before', `Boxes are as wide as their ${amount} before, also what is gone`],
  change: ['Change', `Boxes are as wide as the ${amount} that changed in them and below`],
});

/** What changed since another recording: a differential flame graph above the biggest clear changes. */
export function ChangesPage({ panel }: PanelProps) {
  const { changes, requests } = panel;
  const data = changes.data.value;
  if (!data) return null;
  const node = data.nodes.at(changes.selected.value);
  const isSingle = Math.min(data.runs.before, data.runs.after) < 2;
  const name = node && node.function >= 0 ? data.functions[node.function].name : `All ${wholeLabel(node ?? {})}`;
  return (
    <div class="panel changes">
      <div class="toolbar" role="toolbar" aria-label="Changes">
        <button type="button" class="toggle" onClick={() => changes.show(false)}>
          Flame Graph
        </button>
        <span class="changes-title">{`Since ${data.since} (${runsLabel(data.runs)})`}</span>
        <span class="toolbar-end">
          <span class="muted">Width</span>
          <Choices
            role="radio"
            label="Width of the boxes"
            names={widthNames(amountLabel(node ?? {}))}
            chosen={changes.widthBy.value}
            onChoose={changes.setWidthBy}
          />
        </span>
      </div>
      {isSingle && (
        <p class="changes-note">
          One run on a side says nothing of a single stack, so nothing is coloured.{' '}
          {requests.hasEditor && data.canRunAgain && (
            <Link onClick={() => requests.run('profileAgainTimes')}>Profile Again ×5…</Link>
          )}
        </p>
      )}
      <ChangesGraph panel={panel} data={data} />
      <p class="changes-details" role="status">
        {node ? `${name}: ${describeStack(node, data.runs)}` : ''}
      </p>
      <Legend />
      <ChangesTable panel={panel} data={data} />
    </div>
  );
}

function Legend() {
  return (
    <p class="changes-legend" aria-hidden="true">
      <span class="change-box faster-3">▼ faster</span>
      <span class="change-box">no clear change</span>
      <span class="change-box slower-3">▲ slower</span>
      <span class="muted">the stronger, the more; only where it is more than runs differ by themselves</span>
    </p>
  );
}
