import type { Microseconds, Share } from '../core/index.ts';

/** A no-break space, so that a number and its unit stay on one line. */
const SPACE = '\u00a0';

/** A time with three significant digits and its unit: `312 ms`, `1.23 s`, `2 min 3 s`; `–` when unknown. */
export function formatTime(time: Microseconds): string {
  if (Number.isNaN(time)) return '–';
  if (time === 0) return `0${SPACE}ms`;
  const size = Math.abs(time);
  if (size >= 59_999_500) {
    const seconds = Math.round(time / 1e6);
    return `${Math.floor(seconds / 60)}${SPACE}min${SPACE}${seconds % 60}${SPACE}s`;
  }
  if (size >= 999_500) return `${threeDigits(time / 1e6)}${SPACE}s`;
  if (size >= 999.5) return `${threeDigits(time / 1e3)}${SPACE}ms`;
  return `${threeDigits(time)}${SPACE}µs`;
}

/** A share as per cent: `31.2 %`; below a tenth `< 0.1 %`; `–` when unknown. */
export function formatShare(share: Share): string {
  if (Number.isNaN(share)) return '–';
  const percent = share * 100;
  if (percent > 0 && percent < 0.095) return `<${SPACE}0.1${SPACE}%`;
  return `${percent >= 99.95 ? '100' : percent.toFixed(1)}${SPACE}%`;
}

/** A count with thousands separated: `12,345`. */
export function formatCount(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 sample`, `12,345 samples`. */
export function formatSamples(count: number): string {
  return (count === 1 ? '1 sample' : `${formatCount(count)} samples`).replace(' ', SPACE);
}

function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (size >= 99.95) return value.toFixed(0);
  return value.toFixed(size >= 9.995 ? 1 : 2);
}
