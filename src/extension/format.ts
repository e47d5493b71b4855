import type { Microseconds, Share } from '../core/index.ts';

/** A share as people read it: `31.2 %`, `100 %`, `< 0.1 %`, `–` where unknown. */
export function formatShare(share: Share): string {
  if (!Number.isFinite(share)) return '–';
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  return `${percent >= 99.95 ? '100' : percent.toFixed(1)} %`;
}

/** A time as people read it: `85 µs`, `3.1 ms`, `312 ms`, `2.04 s`, `3 min 20 s`, `–` where unknown. */
export function formatTime(time: Microseconds): string {
  if (!Number.isFinite(time)) return '–';
  if (time < 999.5) return `${Math.round(time)} µs`;
  if (time < 9_950) return `${(time / 1000).toFixed(1)} ms`;
  if (time < 999_500) return `${Math.round(time / 1000)} ms`;
  if (time < 9_995_000) return `${(time / 1e6).toFixed(2)} s`;
  if (time < 59_950_000) return `${(time / 1e6).toFixed(1)} s`;
  const seconds = Math.round(time / 1e6);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A count with thin spaces between the thousands: `12 345`. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/** A file size: `812 kB`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
