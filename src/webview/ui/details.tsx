import type { FunctionIndex, LineIndex, PackageSelf } from '../../core/index.ts';
import { formatBuiltinPart, notableBuiltins } from '../../present/builtins.ts';
import { packageLabels } from '../../present/packages.ts';
import {
  amountLabel,
  formatActive,
  formatSamples,
  formatShare,
  formatTime,
  formatValue,
} from '../../present/quantities.ts';
import { threadLabel } from '../../present/threads.ts';
import { heatRamps, kinds, packageColours, shownKinds, tiers, verdicts } from '../graph/palette.ts';
import { headingOf, type LaneRows } from '../model/flame.ts';
import { selfOf } from '../model/function-times.ts';
import { builtinsOf, hotLinesOf, MOST_SPOTS, spotsOf } from '../model/hot-lines.ts';
import { tierNames } from '../model/tiers.ts';
import { locationOf, nameOf, placeOf, spotShares } from '../names.ts';
import type { PanelProps, ShownProps } from '../panel.ts';
import type { PanelTables } from '../panel-tables.ts';
import { toCss } from '../graph/colour.ts';
import type { Shade } from '../graph/theme.ts';
import { Link } from './buttons.tsx';

const MOST_LINES = 3;

/** One line about the selected frame, or the recording. Read aloud as the selection moves. */
export function Details({ panel, tables }: ShownProps) {
  const notice = panel.requests.notice.value;
  const heading = headingOf(panel.flame.value, panel.selection.box.value);
  const hasSelection = panel.selection.fn.value >= 0 || panel.selection.box.value !== undefined;
  return (
    <div class="details">
      <div class="details-text" role="status" aria-live="polite" id="heatline-details">
        {heading ? (
          <SelectedThread panel={panel} tables={tables} lane={heading} />
        ) : hasSelection ? (
          <Selected panel={panel} tables={tables} />
        ) : (
          <Summary tables={tables} />
        )}
      </div>
      {notice !== '' && <span class="notice">{notice}</span>}
      {hasSelection && <FrameButtons panel={panel} />}
      <Legend panel={panel} tables={tables} />
    </div>
  );
}

function Selected({ panel, tables }: ShownProps) {
  const { shownTree, selection } = panel;
  const tree = panel.flame.value?.tree;
  const times = shownTree.times.value;
  if (!times) return null;
  const { quality } = tables.header;
  const fn = selection.fn.value;
  const box = tree && selection.box.value;
  const isCallers = panel.preferences.view.value === 'callers';
  const active = shownTree.activeTime.value;
  const category = tables.columns['functions.category'];
  const total = box ? tree.totalTime[box.node] : times.totalTime[fn];
  const isOfBox = box && !isCallers && shownTree.isWhole.value;
  const self = isOfBox ? selfOf(tree, category, box.node)?.time : times.selfTime[fn];
  return (
    <>
      <strong class="details-name">{nameOf(tables, fn)}</strong>
      <Location panel={panel} tables={tables} />
      <span>{`${isCallers && box ? 'from here' : 'total'} ${formatValue(quality, total)}, ${formatShare(total / active)}`}</span>
      {self === undefined && <span class="muted">{`counts as self ${amountLabel(quality)} of its caller`}</span>}
      {self !== undefined && !Number.isNaN(self) && (
        <span>{`self ${formatValue(quality, self)}, ${formatShare(self / active)}`}</span>
      )}
      <Changed panel={panel} fn={fn} />
      <HotLines panel={panel} tables={tables} />
    </>
  );
}

/** How a function changed since another recording, if it clearly did. */
export function Changed({ panel: { changes }, fn }: PanelProps & { readonly fn: FunctionIndex }) {
  const change = changes.ofFunction.value.get(fn);
  return change ? <span>{`Since ${changes.data.value?.since}: ${change.text}`}</span> : null;
}

function SelectedThread({ panel, tables, lane }: ShownProps & { readonly lane: LaneRows }) {
  const thread = tables.header.threads.find(({ id }) => id === lane.thread);
  if (!thread) return null;
  const { activeTime = NaN, samples } = thread;
  return (
    <>
      <strong class="details-name">{threadLabel(thread)}</strong>
      <span>{`${formatActive(tables.header.quality, activeTime)}, ${formatShare(activeTime / panel.shownTree.activeTime.value)} of all threads`}</span>
      <span class="muted">{formatSamples(tables.header.quality, samples)}</span>
      <span class="muted">{lane.isOpen ? 'open' : 'closed'}</span>
    </>
  );
}

function Location({ panel, tables }: ShownProps) {
  const fn = panel.selection.fn.value;
  if (fn < 0) return null;
  const location = locationOf(tables, fn);
  if (location === '') return <span class="muted">{placeOf(tables, fn)}</span>;
  if (!panel.requests.canReveal(fn)) return <span class="muted details-place">{location}</span>;
  return (
    <Link class="details-place" onClick={() => panel.requests.reveal(fn)}>
      {location}
    </Link>
  );
}

/** The lines on which a function spent the most time itself, and the builtin that the hottest was in most, if that is worth telling. */
function HotLines({ panel, tables }: ShownProps) {
  const fn = panel.selection.fn.value;
  const lines = fn >= 0 ? hotLinesOf(tables.columns, fn, MOST_LINES) : [];
  if (lines.length === 0) return null;
  const mostInBuiltin = notableBuiltins(builtinsOf(tables, lines[0])).at(0);
  return (
    <span class="hot-lines">
      <span class="muted">{lines.length === 1 ? 'hot line' : 'hot lines'}</span>
      {lines.map((line) => (
        <HotLine key={line} panel={panel} tables={tables} line={line} />
      ))}
      {mostInBuiltin && <span class="muted">{formatBuiltinPart(mostInBuiltin, (fn) => nameOf(tables, fn))}</span>}
    </span>
  );
}

function HotLine({ panel, tables, line }: ShownProps & { readonly line: LineIndex }) {
  const { requests, shownTree } = panel;
  const { columns } = tables;
  const active = shownTree.activeTime.value;
  const spots = spotsOf(columns, line, MOST_SPOTS);
  const place = `${columns['lines.line'][line]}${spots.length > 0 ? `:${spots[0].column + 1}` : ''}`;
  return (
    <span title={spotShares(spots, active).join('\n')}>
      <Link onClick={requests.hasEditor ? () => requests.revealLine(line) : undefined}>{place}</Link>{' '}
      {formatShare(columns['lines.selfTime'][line] / active)}
    </span>
  );
}

function Summary({ tables }: Pick<ShownProps, 'tables'>) {
  const { quality, title } = tables.header;
  const interval = quality.achievedInterval;
  return (
    <>
      <strong class="details-name">{title}</strong>
      <span>{formatActive(quality, quality.activeTime)}</span>
      <span class="muted">{duration(quality)}</span>
      <span class="muted">
        {quality.value?.isExact ? 'call by call, with what timing cost' : formatSamples(quality, quality.samples)}
        {interval === undefined ? '' : ` every ${formatTime(interval)}`}
      </span>
    </>
  );
}

/** How long it was recorded. Profiles of memory mostly do not tell that. */
function duration({ value, duration: time }: PanelTables['header']['quality']): string {
  if (value === undefined) return `of ${formatTime(time)}`;
  return time > 0 ? `in ${formatTime(time)}` : '';
}

function FrameButtons({ panel }: PanelProps) {
  const box = panel.selection.box.value;
  const fn = panel.selection.fn.value;
  return (
    <span class="details-buttons">
      {box && box.node > 0 && (
        <Link title="This stack as root (F)" onClick={() => panel.focusOnBox(box)}>
          Focus
        </Link>
      )}
      {fn >= 0 && (
        <Link title="Copy the stack (Ctrl+C)" onClick={panel.copyStack}>
          Copy stack
        </Link>
      )}
    </span>
  );
}

function Legend({ panel, tables }: ShownProps) {
  const colouring = panel.colouring.value;
  const shade = panel.picture.shade.value;
  if (colouring === 'file') return null;
  if (colouring === 'heat') {
    return (
      <span class="legend" aria-hidden="true">
        <span>{`self ${amountLabel(tables.header.quality)}`}</span>
        <span class="legend-ramp">
          {heatRamps[shade].map((colour) => (
            <i key={colour} style={{ background: toCss(colour) }} />
          ))}
        </span>
      </span>
    );
  }
  const entries = {
    package: () => packageEntries(tables, shade),
    kind: () => shownKinds.map((kind) => kinds[kind]),
    tier: () => tierNames.map((tier) => tiers[tier]),
    change: () => Object.values(verdicts),
  }[colouring]();
  return (
    <span class="legend" aria-hidden="true">
      {entries.map((entry) => (
        <span key={entry.label} class="legend-kind">
          <i style={{ background: toCss(entry[shade]) }} />
          {entry.label}
        </span>
      ))}
    </span>
  );
}

/** Packages that the legend names: more leave no room for the selected frame. */
const MOST_PACKAGES = 3;

const isNamed = ({ isOwn, selfTime, package: known }: PackageSelf): boolean =>
  !isOwn && selfTime > 0 && known !== undefined;

function packageEntries({ header }: PanelTables, shade: Shade) {
  const colours = packageColours(header, shade);
  const labels = packageLabels(header.packages, (folder) => folder);
  const packages = header.packages
    .map((_, row) => ({ label: labels[row], light: colours[row], dark: colours[row] }))
    .filter((_, row) => isNamed(header.packages[row]));
  return [kinds.own, ...packages.slice(0, MOST_PACKAGES), kinds.node];
}
