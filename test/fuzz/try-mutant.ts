import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { analyze, type AnalyzeOptions } from '../../src/analysis/analyze.ts';
import { UnreadableRecordingError } from '../../src/analysis/errors.ts';
import { findInconsistencies } from './check-analysis.ts';
import { mutate } from './mutate.ts';
import type { Original } from './originals.ts';
import { Random } from '../support/random.ts';

/** Milliseconds that a mutant may take; its original takes less than a hundredth of that. */
const LONGEST = 10_000;

/** What came of a mutant. */
export interface Outcome {
  readonly original: string;
  /** Where it stands; removed if nothing was wrong. */
  readonly file: string;
  readonly isRefused: boolean;
  /** What was wrong with the answer. */
  readonly problems: readonly string[];
}

/** Where the mutant with this seed is written to, below `folder`. */
export const fileOf = (folder: string, { name, ending }: Original, seed: number): string =>
  path.join(folder, `${name}-${seed}${ending}`);

/** Reads the mutant of an original that belongs to the seed. */
export async function tryMutant(folder: string, original: Original, seed: number): Promise<Outcome> {
  const file = fileOf(folder, original, seed);
  const random = new Random(seed);
  const mutant = mutate(original.text, random);
  await writeFile(file, original.recordingOf(mutant));
  const outcome = { original: original.name, file, ...(await judge(original, file, optionsFor(original, random))) };
  if (outcome.problems.length === 0) await rm(file);
  return outcome;
}

type Judgement = Pick<Outcome, 'isRefused' | 'problems'>;

/** One clock or the other, and of several threads all or one. */
function optionsFor({ name }: Original, random: Random): AnalyzeOptions {
  const thread = name.endsWith('-threads') && random.share() < 0.3 ? 1 + random.below(3) : undefined;
  return { time: random.share() < 0.3 ? 'wall' : 'cpu', ...(thread !== undefined && { thread }) };
}

async function judge({ ending }: Original, file: string, options: AnalyzeOptions): Promise<Judgement> {
  const begin = performance.now();
  const ofCalls = ending === '.calls.json';
  const judgement = await analyze(file, { ...options, ofCalls })
    .then((analysis) => accepted(findInconsistencies(analysis)))
    .catch((error: unknown) => refused(file, error));
  const took = performance.now() - begin;
  if (took <= LONGEST) return judgement;
  return { ...judgement, problems: [...judgement.problems, `took ${took.toFixed(0)} ms`] };
}

const accepted = (problems: readonly string[]): Judgement => ({ isRefused: false, problems });

function refused(file: string, error: unknown): Judgement {
  if (!(error instanceof UnreadableRecordingError))
    return { isRefused: false, problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  const isSentence = error.message.includes(file) && /^[^\n]+\.$/.test(error.message);
  return { isRefused: true, problems: isSentence ? [] : [`is no sentence about the file: ${error.message}`] };
}
