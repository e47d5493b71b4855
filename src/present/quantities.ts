// How figures are written, in the terminal, the editor and the panel alike: three significant digits at most, a dash for
// what is unknown, and no false zero: what is there but too small to be written is `< 1 µs` or `< 0.1 %`. Counts are exact.
// Numbers and units are held together by a no-break space, which {@link plainSpaces} makes a plain one for the terminal.

import { type Analysis, type Measured, type Microseconds, type Share, shareOf, type TimeRange } from '../core/index.ts';

const SPACE = '\u00a0';
const UNKNOWN = '–';
const TIME = 'microseconds';

/** A time with its unit: `85 µs`, `31.2 ms`, `1.20 s`, `2 min 3 s`, `1 h 40 min`; whole microseconds, as clocks have them. */
export function formatTime(time: Microseconds): string {
  if (!Number.isFinite(time)) return UNKNOWN;
  if (time === 0) return `0${SPACE}ms`;
  if (time < 0) return `−${formatTime(Math.abs(time))}`;
  if (time < 0.5) return `<${SPACE}1${SPACE}µs`;
  if (time < 999.5) return `${Math.round(time)}${SPACE}µs`;
  if (time < 999_500) return `${threeDigits(time / 1e3)}${SPACE}ms`;
  if (time < 59.95e6) return `${threeDigits(time / 1e6)}${SPACE}s`;
  const seconds = Math.round(time / 1e6);
  if (seconds < 600) return twoUnits(seconds, 'min', 's');
  const minutes = Math.round(time / 60e6);
  return minutes < 600 ? twoUnits(minutes, 'h', 'min') : `${Math.round(time / 3600e6)}${SPACE}h`;
}

/** A span of a recording's time, as precise as its length requires: `1.20–1.85 s`. */
export function formatRange({ from, to }: TimeRange): string {
  const [size, unit] = to >= 1e6 ? [1e6, 's'] : to >= 1e3 ? [1e3, 'ms'] : [1, 'µs'];
  const digits = Math.max(0, Math.min(6, 1 + Math.ceil(-Math.log10(Math.max(to - from, 1e-3) / size))));
  return `${(from / size).toFixed(digits)}–${(to / size).toFixed(digits)}${SPACE}${unit}`;
}

/** A share from 0 to 1 as per cent, in tenths: `31.2 %`. */
export function formatShare(share: Share): string {
  if (!Number.isFinite(share)) return UNKNOWN;
  const percent = share * 100;
  if (percent > 0 && percent < 0.05) return `<${SPACE}0.1${SPACE}%`;
  return `${percent >= 99.95 ? Math.round(percent) : percent.toFixed(1)}${SPACE}%`;
}

const valueLabels: Readonly<Record<Measured['valueName'], string>> = { cpu: 'CPU time', wall: 'wall-clock time' };

/** The name of what was measured: `CPU time`, `alloc_space`. */
export const valueLabel = ({ valueName, value }: Measured): string => value?.name ?? valueLabels[valueName];

/** Of what shares are: `active time`, `alloc_space`. */
export const wholeLabel = ({ value }: Pick<Measured, 'value'>): string => value?.name ?? 'active time';

/** What lines and functions have: `time`, whatever it is time of, or `alloc_space`. */
export const amountLabel = ({ value }: Pick<Measured, 'value'>): string =>
  value === undefined || value.unit === TIME ? 'time' : value.name;

/** The whole, or a part of it: `312 ms active`, `31.2 kB alloc_space`. */
export const formatActive = (measured: Pick<Measured, 'value'>, value: number): string =>
  `${formatValue(measured, value)} ${measured.value?.name ?? 'active'}`;

/** A measured value with its unit. */
export function formatValue({ value: type }: Pick<Measured, 'value'>, value: number): string {
  const unit = type?.unit ?? TIME;
  if (unit === TIME) return formatTime(value);
  if (!Number.isFinite(value)) return UNKNOWN;
  if (unit === 'bytes') return formatBytes(Math.round(value));
  return unit === 'count' ? formatCount(value) : `${formatCount(value)}${SPACE}${unit}`;
}

/** A value and its share of the active whole: `31.2 % · 312 ms`. */
export const formatShareAndTime = (analysis: Pick<Analysis, 'quality'>, value: number): string =>
  `${formatShare(shareOf(analysis, value))} · ${formatValue(analysis.quality, value)}`;

/** Half the width of an interval of shares, in points: `±1.2`, and never less than `±0.1`; empty when unknown. */
export function formatMargin(low: Share, high: Share): string {
  const points = ((high - low) / 2) * 100;
  return Number.isFinite(points) ? `±${Math.max(0.1, points).toFixed(1)}` : '';
}

/** By how much a time changed, in whole per cents: `−66 %`, `+12 %`. */
export function formatChange(before: Microseconds, after: Microseconds): string {
  const percent = ((after - before) / before) * 100;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(0)}${SPACE}%`;
}

/** A count with its thousands separated: `12,345`. */
export const formatCount = (count: number): string => Math.round(count).toLocaleString('en');

/** A count of things: `1 sample`, `12,345 samples`. */
export function formatCountOf(count: number, thing: string): string {
  return `${formatCount(count)}${SPACE}${thing}${count === 1 ? '' : 's'}`;
}

/** How many samples a value is of; empty where nothing was sampled. */
export const formatSamples = ({ value }: Pick<Measured, 'value'>, samples: number): string =>
  value?.isExact ? '' : formatCountOf(samples, 'sample');

/** The size of a file: `812 B`, `31.2 kB`, `1.40 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes}${SPACE}B`;
  if (bytes < 999_500) return `${threeDigits(bytes / 1e3)}${SPACE}kB`;
  return bytes < 999.5e6 ? `${threeDigits(bytes / 1e6)}${SPACE}MB` : `${threeDigits(bytes / 1e9)}${SPACE}GB`;
}

/** A text with plain spaces, for terminals, logs and other programs. */
export const plainSpaces = (text: string): string => text.replaceAll(SPACE, ' ');

function threeDigits(value: number): string {
  if (value >= 99.95) return value.toFixed(0);
  return value.toFixed(value >= 9.995 ? 1 : 2);
}

/** Sixty of the small unit make a big one: `2 min 3 s`. */
function twoUnits(count: number, big: string, small: string): string {
  const whole = Math.floor(count / 60);
  const rest = `${count % 60}${SPACE}${small}`;
  return whole > 0 ? `${whole}${SPACE}${big}${SPACE}${rest}` : rest;
}
