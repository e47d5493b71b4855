import { joinRanges, lengthOf, type MarkedTime, type Microseconds, type TimeRange } from '../../core/index.ts';
import type { PanelTimeline } from '../../panel/index.ts';
import { describeMarked, describeSpans } from '../../present/marks.ts';
import { formatActive, formatRange, formatTime } from '../../present/quantities.ts';
import type { Panel, PanelProps, ShownProps } from '../panel.ts';
import { CLICK_SLACK, followPointer } from '../follow-pointer.ts';
import { Link } from './buttons.tsx';

/** When the program was active in all of the recording, and which part of that is shown. */
export function Overview({ panel, tables }: ShownProps) {
  const { timeline, marked } = tables.header;
  if (!timeline) return null;
  const { canChange } = panel.part;
  const range = panel.part.drawn.value ?? panel.part.current.value.range;
  return (
    <div
      class={`overview${canChange ? ' can-brush' : ''}`}
      role="group"
      aria-label="Activity over time"
      title={canChange ? 'Drag to show a part of the time only; Esc or a double click gives the whole back' : undefined}
      onPointerDown={canChange ? (event) => drawRange(panel, timeline.duration, event) : undefined}
      onDblClick={() => panel.part.setRange(undefined)}
    >
      <Activity active={timeline.active} />
      {marked && <Marks panel={panel} duration={timeline.duration} marked={marked} isShown={range === undefined} />}
      <span class="overview-whole">{formatTime(timeline.duration)}</span>
      <Seen panel={panel} duration={timeline.duration} />
      {range && <Range panel={panel} range={range} duration={timeline.duration} />}
    </div>
  );
}

function drawRange({ part }: Panel, duration: Microseconds, event: PointerEvent): void {
  const element = event.currentTarget as HTMLElement;
  const area = element.getBoundingClientRect();
  const timeOf = ({ clientX }: MouseEvent): Microseconds =>
    duration * Math.max(0, Math.min(1, (clientX - area.left) / Math.max(1, area.width)));
  const begin = timeOf(event);
  let isDrawing = false;
  const draw = (move: PointerEvent): void => {
    isDrawing ||= Math.abs(move.clientX - event.clientX) >= CLICK_SLACK;
    const end = timeOf(move);
    if (isDrawing && end !== begin) part.draw({ from: Math.min(begin, end), to: Math.max(begin, end) });
  };
  followPointer(element, event, draw, (isReleased) => {
    const range = part.drawn.peek();
    part.draw(undefined);
    if (isReleased && range) part.setRange(range);
  });
}

/** As high as the program was active, of the most that it was. */
function Activity({ active }: Pick<PanelTimeline, 'active'>) {
  const most = Math.max(...active, 1e-9);
  const path = active.map((time, i) => `V${(100 - (100 * time) / most).toFixed(1)}H${i + 1}`).join('');
  return (
    <svg class="overview-activity" viewBox={`0 0 ${active.length} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 100${path}V100Z`} />
    </svg>
  );
}

/** What the program marked, and, where that is all that is shown, what lies outside. */
function Marks({
  panel,
  duration,
  marked,
  isShown,
}: RangeProps & { readonly marked: MarkedTime; readonly isShown: boolean }) {
  const { spans } = marked;
  const band = ({ from, to }: TimeRange): string => `M${from} 0H${Math.max(to, from + duration / 1000)}V1H${from}Z`;
  const outside = isShown && marked.shown && panel.part.current.value.marks !== 'ignored' ? marked.shown : undefined;
  return (
    <svg class="overview-marks" viewBox={`0 0 ${duration} 1`} preserveAspectRatio="none">
      {outside && <path class="overview-unmarked" d={`M0 0H${duration}V1H0Z${outside.map(band).join('')}`} />}
      <path class="overview-mark" d={spans.map(band).join('')}>
        <title>{`Marked by the program: ${describeSpans(spans)}, ${formatTime(lengthOf(joinRanges(spans)))}`}</title>
      </path>
    </svg>
  );
}

/** Which part of the time the chart shows, when it is zoomed. */
function Seen({ panel, duration }: RangeProps) {
  const flame = panel.flame.value;
  const { left, right } = panel.viewport.current.value;
  if (flame?.axisStart === undefined || right <= left || right - left >= flame.extent) return null;
  const { axisStart } = flame;
  return <div class="overview-seen" style={place({ from: axisStart + left, to: axisStart + right }, duration)} />;
}

interface RangeProps extends PanelProps {
  readonly duration: number;
}

function Range({ panel, range, duration }: RangeProps & { readonly range: TimeRange }) {
  const isDrawn = panel.part.drawn.value !== undefined;
  return (
    <>
      <div class="overview-outside" style={place({ from: 0, to: range.from }, duration)} />
      <div class="overview-outside" style={place({ from: range.to, to: duration }, duration)} />
      <div class="overview-range" style={place(range, duration)}>
        {isDrawn && <span class="overview-label">{formatRange(range)}</span>}
      </div>
    </>
  );
}

const place = ({ from, to }: TimeRange, duration: number): { left: string; width: string } => ({
  left: `${(100 * from) / duration}%`,
  width: `${(100 * Math.max(0, to - from)) / duration}%`,
});

/** Which part of the time all figures are of, chosen here or marked by the program, and the way back. */
export function RangeBar({ panel: { part, shownTree }, tables: { header } }: ShownProps) {
  const { range } = part.shown.value;
  if (!range && !header.marked) return null;
  const marked = range ? undefined : describeMarked(header);
  const isPart = range !== undefined || marked !== undefined;
  const shares = `all shares are of the ${formatActive(header.quality, shownTree.activeTime.value)} in it`;
  const ofRange = `of ${formatTime(header.timeline?.duration ?? NaN)}; ${shares}`;
  const showOther = (): void => {
    if (range) part.setRange(undefined);
    else part.setMarks(isPart ? 'ignored' : 'applied');
  };
  return (
    <div class="focus-bar range-bar" role="status">
      <span>{range ? 'Time' : 'Marks'}</span>
      <strong>{range ? formatRange(range) : (marked ?? describeSpans(header.marked?.spans ?? []))}</strong>
      <span class="muted">{range ? ofRange : isPart ? shares : 'all of the recording is shown'}</span>
      {part.canChange && <Link onClick={showOther}>{isPart ? 'Show all' : 'Show marked time only'}</Link>}
    </div>
  );
}
