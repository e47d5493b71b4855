import { achievableInterval, DEFAULT_INTERVAL, type Microseconds, type TickIndex } from '../../core/index.ts';
import type { CpuClockReadings } from '../../recording/index.ts';
import { weighSamples } from '../time/weigh-samples.ts';
import type { WeighedSamples } from '../time/weighed-samples.ts';
import type { LogReader } from './log-reader.ts';

/** First V8 whose log has no ticks while the event loop waits; measured: 13.6 has them, 14.6 has not. */
const FIRST_V8_SILENT_WHEN_IDLE = 14;

/**
 * What does each tick of a log stand for? The log begins when V8 starts; samples begin when the recorder came in, as the
 * inspector's do. `requestedInterval`: if absent, the log tells it.
 */
export function weighTicks(
  log: LogReader,
  clock: CpuClockReadings | undefined,
  requestedInterval: Microseconds | undefined,
): WeighedSamples<TickIndex> {
  const { clockScriptAt, interval = DEFAULT_INTERVAL, v8Version = '' } = log.found;
  const begin = clockScriptAt ?? 0;
  const { time, row } = log.buildTicks();
  const found = time.findIndex((at) => at >= begin);
  const first = found < 0 ? row.length : found;
  // V8's writer may stamp ticks out of order by some microseconds.
  for (let i = first + 1; i < time.length; i++) time[i] = Math.max(time[i], time[i - 1]);
  return weighSamples(
    {
      row: row.subarray(first),
      time: time.subarray(first).map((at) => Math.max(0, at - begin)),
      idleRow: log.idleRow,
      isIdleSilent: Number.parseInt(v8Version, 10) >= FIRST_V8_SILENT_WHEN_IDLE,
      isHeldUp: true,
      interval: achievableInterval(requestedInterval ?? interval),
    },
    clock,
    clockScriptAt === undefined ? undefined : clock?.anchorUs,
  );
}
