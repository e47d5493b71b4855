import type { HostTimes } from './host-watch.ts';

/** What the bench asks of its part inside VS Code. */
export type BenchTask =
  | { readonly part: 'activation' }
  | { readonly part: 'recordings'; readonly recordings: readonly BenchRecording[] }
  | { readonly part: 'run'; readonly run: BenchRun }
  | { readonly part: 'retention'; readonly recordings: readonly string[] };

export interface BenchRecording {
  readonly file: string;
  readonly megabytes: number;
}

/** A program to profile through a debug session. */
export interface BenchRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly sampler: 'inspector' | 'v8log';
  readonly cwd: string;
  /** The file to which the program writes the time of its end, as Unix time in milliseconds. */
  readonly endFile: string;
  /** A file that has hot lines. */
  readonly opened: string;
  readonly rounds: number;
  /** How often that file is opened with heat and without. */
  readonly openings: number;
}

export interface RecordingFigures {
  readonly megabytes: number;
  readonly reading: HostTimes;
  /** Everything that shows the recording, with its hottest file in an editor. */
  readonly publishing: HostTimes;
  readonly panel: HostTimes;
}

/** From the end of one profiled run, in milliseconds. */
export interface RunFigures {
  /** From the first sample to the program's end. */
  readonly recorded: number;
  /** From the program's end to the recording on disk. */
  readonly saved: number;
  /** From the recording on disk to its analysis in the host. */
  readonly analysed: number;
  /** From the recording on disk to the recording shown. */
  readonly shown: number;
  /** From the recording on disk to the decorations set. */
  readonly painted: number;
  /** CPU time of the extension host with all its threads until then. */
  readonly cpu: number;
}

/** Opening one file in turns with heat and without: medians in milliseconds. */
export interface OpenFigures {
  readonly file: string;
  readonly kilobytes: number;
  readonly lines: number;
  /** CPU time of the host's thread in the extension's code and in what it calls. */
  readonly own: number;
  /** CPU time of the host's thread. */
  readonly cold: number;
  readonly hot: number;
  /** Median of the differences of the pairs. */
  readonly added: number;
}

/** Megabytes that the host holds after garbage collection. */
export interface RetentionFigures {
  readonly before: number;
  /** After each recording was opened and closed again. */
  readonly closed: readonly number[];
  /** After the shown recording was cleared as well. */
  readonly cleared: number;
}

export type BenchFigures =
  | { readonly part: 'activation'; readonly activation: HostTimes }
  | { readonly part: 'recordings'; readonly recordings: readonly RecordingFigures[] }
  | {
      readonly part: 'run';
      readonly sampler: BenchRun['sampler'];
      readonly runs: readonly RunFigures[];
      readonly opened: readonly OpenFigures[];
    }
  | { readonly part: 'retention'; readonly retention: RetentionFigures };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
