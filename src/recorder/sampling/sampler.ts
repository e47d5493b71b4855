import type { RecordedScript } from '../../recording/index.ts';
import type { FactsText, Section } from '../disk/section.ts';

/** Samples of one thread that were taken out of the program; it may end, they are not on disk yet. */
export interface TakenSamples {
  /** False where the last ones were lost together with the program; true where absent. */
  readonly isWhole?: boolean;
  /** The scripts that have samples, with what is needed to map them; to be asked once, when the program has ended. */
  scripts(): Promise<readonly RecordedScript[]>;
  /** Writes the samples with the facts about them, once; into `file` where they are not in a file yet. */
  write(file: string, facts: FactsText): Promise<Section>;
}

/** What records a thread that runs. */
export interface Sampler {
  /** Takes what was sampled. The thread waits (or spins) meanwhile. Rejects when the connection ends first. */
  take(): Promise<TakenSamples>;
  /** The samples are whole only when the program has ended. */
  readonly savesAfterExit: boolean;
  /** Absolute path of what the sampler writes while it runs, where it does. */
  readonly log?: string;
}
