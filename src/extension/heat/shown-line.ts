import { blockedAt, Category, hasTooFewSamples, type Microseconds, Precision, type Share } from '../../core/index.ts';
import { formatShare, formatTime, formatValue } from '../../present/quantities.ts';
import { heatOfLine } from '../analysis/analysis-index.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { heatLevel } from './heat-scale.ts';
import { heatLevels } from '../contributed-names.ts';
import type { HeatSettings } from '../settings.ts';

/** How a line is drawn. */
export interface ShownLine {
  /** See `slots`. */
  readonly slot: number;
  /** Beside the code: `31.2 % · 312 ms`; `≈` before it where the line is not sure. */
  readonly text: string;
}

/** What decides how hot lines are drawn. */
export type HeatMeasure = Pick<HeatSettings, 'measure' | 'minimumShare'>;

/** A line is told as a caller if what it called took at least this share, and this many times its own. */
const LEAST_CALLER: Share = 0.01;
export const CALLER_TIMES = 2;

/** How a row of the line table is drawn; undefined for a cold line. `stale`: it was edited since it was profiled. */
export function shownLine(view: AnalysisView, row: number, heat: HeatMeasure, stale: boolean): ShownLine | undefined {
  const { analysis } = view;
  const self = heatOfLine(view, row, analysis.lines.selfTime[row]);
  const total = heatOfLine(view, row, analysis.lines.totalTime[row]);
  const isByTotal = heat.measure === 'total' && !Number.isNaN(total);
  const level = heatLevel(isByTotal ? total : self, heat.minimumShare);
  if (isByTotal) return level === 0 ? undefined : plainLine(level, totalText(view, row), stale);
  const isCaller = heat.measure === 'both' && total >= Math.max(LEAST_CALLER, heat.minimumShare, self * CALLER_TIMES);
  // What a caller does itself is worth telling from a notable share on.
  const isSolid = level > 0 && !hasTooFewSamples(analysis, row) && !(isCaller && self < LEAST_CALLER);
  const blocked = blockedText(view, row);
  if (!isSolid && blocked) return plainLine(slots.blocked, blocked, stale);
  const figures = isCaller && !isSolid ? totalText(view, row) : selfText(view, row);
  if (level === 0 && !isCaller) return undefined;
  if (stale || (isCaller && !isSolid)) return plainLine(slots.caller, figures, stale);
  if (!isSolid) return { slot: slots.tooFew, text: `≈ ${figures} · too few samples` };
  const approximate = analysis.lines.precision[row] === Precision.exact ? '' : '≈ ';
  return {
    slot: level,
    text: `${approximate}${figures}${isCaller ? ` · total ${formatShare(total)}` : ''}${blocked && ` · ${blocked}`}`,
  };
}

const plainLine = (slot: number, text: string, stale: boolean): ShownLine =>
  stale ? { slot: slots.stale, text: `was ${text}` } : { slot, text };

/** Blocked for less than this part of all time, or than the clock's readings are apart, a line says nothing of it. */
const LEAST_BLOCKED: Share = 0.01;
const SHORTEST_BLOCKED: Microseconds = 5000;

/** `blocked 300 ms`; empty where that is unknown, little, or a part of the line's own time already. */
function blockedText({ analysis }: AnalysisView, row: number): string {
  const { blockedTime, activeTime, valueName } = analysis.quality;
  if (blockedTime === undefined || valueName === 'wall') return '';
  const blocked = blockedAt(analysis, row);
  const least = Math.max(SHORTEST_BLOCKED, (activeTime + blockedTime) * LEAST_BLOCKED);
  return blocked >= least ? `blocked ${formatTime(blocked)}` : '';
}

const selfText = (view: AnalysisView, row: number): string => figuresOf(view, row, view.analysis.lines.selfTime[row]);

const totalText = (view: AnalysisView, row: number): string =>
  `total ${figuresOf(view, row, view.analysis.lines.totalTime[row])}`;

/** `31.2 % · 312 ms`; what the share is of is said where it is not active time. */
export function figuresOf(view: AnalysisView, row: number, time: Microseconds): string {
  const { analysis, index } = view;
  const isOwn = index.categoryOfSource[analysis.lines.source[row]] === Category.own;
  const of = index.ownWhole !== undefined && isOwn ? ' of own code' : '';
  return `${formatShare(heatOfLine(view, row, time))}${of} · ${formatValue(analysis.quality, time)}`;
}

/** Which decoration draws what; levels of heat have the slots from 1 to `heatLevels`. */
export const slots = {
  /** Edited since it was profiled. */
  stale: 0,
  tooFew: heatLevels + 1,
  /** Its time is in what it calls. */
  caller: heatLevels + 2,
  /** It computed little, but was blocked in a synchronous call. */
  blocked: heatLevels + 3,
  /** It changed clearly since the recording before. */
  slower: heatLevels + 4,
  faster: heatLevels + 5,
} as const;
export const slotCount = heatLevels + 6;
