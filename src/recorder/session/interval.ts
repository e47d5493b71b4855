import { achievableInterval, type Microseconds } from '../../core/index.ts';
import type { RecordOptions } from '../recording-session.ts';
import { startsTests } from '../../target/index.ts';
import { type Diagnostic, RecordingError } from '../../recording/index.ts';

/** For what runs until somebody ends it. */
export const DEFAULT_INTERVAL: Microseconds = 1000;
/** For tests, which are over before a longer one has told much of them. */
const TEST_INTERVAL: Microseconds = 250;

/**
 * Which interval fits what is launched, where nobody asks for one? V8 reads that of its log once, so it does not change
 * while the program runs.
 */
export function usualInterval({
  isTest,
  command,
  args,
  cwd,
}: Pick<RecordOptions, 'isTest' | 'command' | 'args' | 'cwd'>): Microseconds {
  const areTests = isTest ?? (command !== undefined && startsTests(command, args, cwd));
  return areTests ? TEST_INTERVAL : DEFAULT_INTERVAL;
}

const UNITS: Readonly<Record<string, number>> = { us: 1, µs: 1, μs: 1, '': 1, ms: 1000, s: 1_000_000 };

/**
 * Reads a sampling interval: `1ms`, `250us`, `0.5s`, `1000/s` (samples a second), or plain microseconds (`500`).
 * Throws a {@link RecordingError} (`interval-invalid`, `interval-out-of-range`) for anything but 50 µs to 1 s.
 */
export function parseInterval(text: string | number): Microseconds {
  const written = String(text).trim();
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(us|µs|μs|ms|s|\/s|)$/i.exec(written);
  if (match === null) {
    throw new RecordingError(
      'interval-invalid',
      `"${written}" is not a sampling interval: write it as 1ms, 250us, 1000/s or a number of microseconds.`,
    );
  }
  const value = Number(match[1]);
  const unit = match[2].toLowerCase();
  const interval = Math.round(unit === '/s' ? 1_000_000 / value : value * UNITS[unit]);
  if (!(interval >= 50 && interval <= 1_000_000)) {
    throw new RecordingError(
      'interval-out-of-range',
      `The sampling interval ${written} is out of range: choose one from 50us to 1s.`,
    );
  }
  return interval;
}

/** The interval that somebody asks for; undefined where that is left to Heatline. Throws as {@link parseInterval}. */
export const askedInterval = (text: string | number = 'auto'): Microseconds | undefined =>
  text === 'auto' ? undefined : parseInterval(text);

/** What a user should know who asks for a short interval: nothing from 250 µs on. */
export function adviseInterval(intervalUs: Microseconds): Diagnostic[] {
  if (intervalUs >= 250) return [];
  return [{ code: 'interval-short', severity: 'info', intervalUs, achievableUs: achievableInterval(intervalUs) }];
}
