import type { Diagnostic, FrameRepairFacts, Microseconds, SamplerName } from '../core/index.ts';
import type { CpuClockReadings } from './cpu-clock.ts';
import type { RecordedScript } from './recorded-scripts.ts';

/** What a recording says about itself: the value of `$heatline`. */
export interface HeatlineFacts {
  readonly sampler: SamplerName;
  readonly samplerReason: string;
  readonly frameRepair?: FrameRepairFacts;
  /** Absolute path of the bootloader, whose time is not the program's. */
  readonly recorderScript: string;
  readonly runtimeVersion: string;
  readonly v8Version: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly requestedIntervalUs: Microseconds;
  /** Unix time in milliseconds. */
  readonly startedAt: number;
  /** How the recording ended, as a sentence. */
  readonly ending: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly scripts: readonly RecordedScript[];
  readonly cpuClock?: CpuClockReadings & { readonly anchorUs: number };
}

/** The JSON that stands under `$heatline` in a `.cpuprofile`, and after `heatline,` in a `.v8log`. One line. */
export function formatHeatlineFacts(facts: HeatlineFacts): string {
  return JSON.stringify({ version: 1, ...facts });
}
