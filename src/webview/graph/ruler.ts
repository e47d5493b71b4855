import { formatTime } from '../../present/quantities.ts';

/** Round times, about `wanted` of them, between two times in microseconds. */
export function buildTicks(left: number, right: number, wanted: number) {
  const step = roundStep((right - left) / Math.max(1, wanted));
  const ticks: { readonly time: number; readonly label: string }[] = [];
  for (let k = Math.ceil(left / step); k * step <= right; k++)
    ticks.push({ time: k * step, label: label(k * step, step) });
  return ticks;
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const factor = [1, 2, 5].find((f) => f * power >= rough) ?? 10;
  return factor * power;
}

/** As many digits as tell neighbouring ticks apart. */
function label(time: number, step: number): string {
  if (time === 0) return '0';
  if (time >= 60e6 && step >= 1e6) return formatTime(time);
  const [size, unit] = step >= 1e5 || time >= 1e7 ? [1e6, 's'] : step >= 100 ? [1e3, 'ms'] : [1, 'µs'];
  const digits = Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9));
  return `${(time / size).toFixed(digits)}\u00a0${unit}`;
}
