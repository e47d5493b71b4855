import type { Measured } from '../../core/index.ts';
import { formatTime, formatValue } from '../../present/quantities.ts';

/** Round times or other values, about `wanted` of them, between two on the axis of a recording. */
export function buildTicks(left: number, right: number, wanted: number, measured: Pick<Measured, 'value'>) {
  const step = roundStep((right - left) / Math.max(1, wanted));
  const ticks: { readonly at: number; readonly label: string }[] = [];
  for (let k = Math.ceil(left / step); k * step <= right; k++)
    ticks.push({ at: k * step, label: label(k * step, step, measured) });
  return ticks;
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const factor = [1, 2, 5].find((f) => f * power >= rough) ?? 10;
  return factor * power;
}

/** As many digits as tell neighbouring ticks apart. */
function label(at: number, step: number, measured: Pick<Measured, 'value'>): string {
  if (at === 0) return '0';
  const unit = measured.value?.unit ?? 'microseconds';
  if (unit === 'bytes') return inUnit(at, step, sizes.find(([size]) => step >= size / 10) ?? [1, 'B']);
  // Steps are whole.
  if (unit !== 'microseconds') return formatValue(measured, at);
  if (at >= 60e6 && step >= 1e6) return formatTime(at);
  return inUnit(at, step, step >= 1e5 || at >= 1e7 ? [1e6, 's'] : step >= 100 ? [1e3, 'ms'] : [1, 'µs']);
}

const sizes = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

function inUnit(at: number, step: number, [size, unit]: readonly [size: number, unit: string]): string {
  const digits = Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9));
  return `${(at / size).toFixed(digits)}\u00a0${unit}`;
}
