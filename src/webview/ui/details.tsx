import { categoryNames, type LineIndex } from '../../core/index.ts';
import type { Actions } from '../actions.ts';
import { formatCountOf, formatShare, formatTime } from '../../present/quantities.ts';
import { kindLabels } from '../graph/palette.ts';
import { selfOf } from '../model/function-times.ts';
import { hotLinesOf, spotsOf } from '../model/hot-lines.ts';
import { nameOf, type Panel, placeOf } from '../panel.ts';
import type { PanelTables } from '../panel-tables.ts';
import { Legend } from './legend.tsx';

/** Lines of the selected function, and columns of each, that are listed. */
const MOST_LINES = 3;
const MOST_SPOTS = 5;

interface Props {
  readonly panel: Panel;
  readonly actions: Actions;
}

/** One line on the selected frame, or on the recording. Read aloud as the selection moves. */
export function Details({ panel, actions }: Props) {
  const fn = panel.selected.value;
  return (
    <div class="details">
      <div class="details-text" role="status" aria-live="polite" id="heatline-details">
        {fn >= 0 || panel.box.value ? <Selected panel={panel} actions={actions} /> : <Summary panel={panel} />}
      </div>
      {panel.notice.value !== '' && <span class="notice">{panel.notice.value}</span>}
      {(fn >= 0 || panel.box.value) && <FrameButtons panel={panel} actions={actions} />}
      <Legend panel={panel} />
    </div>
  );
}

function Selected({ panel, actions }: Props) {
  const model = panel.model.value;
  const box = panel.box.value;
  const flame = panel.flame.value;
  const times = panel.times.value;
  const fn = panel.selected.value;
  if (!model || !times) return null;
  const active = panel.activeTime.value;
  const total = box && flame ? flame.tree.totalTime[box.node] : times.totalTime[fn];
  const isBox = box !== undefined && flame !== undefined && panel.view.value !== 'callers' && panel.isWhole.value;
  const self = isBox ? selfOf(flame.tree, model.columns['functions.category'], box.node)?.time : times.selfTime[fn];
  const place = placeOf(model, fn);
  return (
    <>
      <strong class="details-name">{nameOf(model, fn)}</strong>
      {place !== '' &&
        (actions.canReveal(fn) ? (
          <button type="button" class="link details-place" onClick={() => actions.reveal(fn)}>
            {place}
          </button>
        ) : (
          <span class="muted details-place">{place}</span>
        ))}
      {place === '' && fn >= 0 && (
        <span class="muted">{kindLabels[categoryNames[model.columns['functions.category'][fn]]]}</span>
      )}
      <span>
        {panel.view.value === 'callers' && box
          ? `from here ${formatTime(total)}, ${formatShare(total / active)}`
          : `total ${formatTime(total)}, ${formatShare(total / active)}`}
      </span>
      {self === undefined && <span class="muted">counts as self time of its caller</span>}
      {self !== undefined && !Number.isNaN(self) && (
        <span>{`self ${formatTime(self)}, ${formatShare(self / active)}`}</span>
      )}
      <HotLines panel={panel} actions={actions} />
    </>
  );
}

/** The lines where a function spent the most time itself, with the hottest column where it is known. */
function HotLines({ panel, actions }: Props) {
  const columns = panel.model.value?.columns;
  const fn = panel.selected.value;
  if (!columns || fn < 0) return null;
  const active = panel.activeTime.value;
  const lines = hotLinesOf(columns, fn, MOST_LINES);
  if (lines.length === 0) return null;
  return (
    <span class="hot-lines">
      <span class="muted">{lines.length === 1 ? 'hot line' : 'hot lines'}</span>
      {lines.map((line) => (
        <HotLine key={line} columns={columns} line={line} active={active} actions={actions} />
      ))}
    </span>
  );
}

interface HotLineProps {
  readonly columns: PanelTables['columns'];
  readonly line: LineIndex;
  readonly active: number;
  readonly actions: Actions;
}

function HotLine({ columns, line, active, actions }: HotLineProps) {
  const spots = spotsOf(columns, line, MOST_SPOTS);
  const place = `${columns['lines.line'][line]}${spots.length > 0 ? `:${spots[0].column + 1}` : ''}`;
  const title = spots.map(({ column, selfTime }) => `column ${column + 1}: ${formatShare(selfTime / active)}`);
  const share = formatShare(columns['lines.selfTime'][line] / active);
  return (
    <span title={title.join('\n')}>
      {actions.canAct ? (
        <button type="button" class="link" onClick={() => actions.revealLine(line)}>
          {place}
        </button>
      ) : (
        place
      )}{' '}
      {share}
    </span>
  );
}

function Summary({ panel }: { readonly panel: Panel }) {
  const header = panel.model.value?.header;
  if (!header) return null;
  const { quality, title } = header;
  const interval = quality.achievedInterval;
  return (
    <>
      <strong class="details-name">{title}</strong>
      <span>{`${formatTime(quality.activeTime)} active`}</span>
      <span class="muted">{`of ${formatTime(quality.duration)}`}</span>
      <span class="muted">
        {formatCountOf(quality.samples, 'sample')}
        {interval === undefined ? '' : ` every ${formatTime(interval)}`}
      </span>
    </>
  );
}

function FrameButtons({ panel, actions }: Props) {
  const box = panel.box.value;
  const fn = panel.selected.value;
  return (
    <span class="details-buttons">
      {box && box.node > 0 && (
        <button type="button" class="link" title="This stack as root (F)" onClick={() => actions.focusOn(box)}>
          Focus
        </button>
      )}
      {fn >= 0 && (
        <button type="button" class="link" title="Copy the stack (Ctrl+C)" onClick={actions.copyStack}>
          Copy stack
        </button>
      )}
    </span>
  );
}
