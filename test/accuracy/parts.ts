import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { buildKinds } from './build-kinds.ts';
import { type ConstructVerdict, judgeConstructs } from './judge-constructs.ts';
import { judgeHeat } from './judge-heat.ts';
import { judgeKinds, type KindShare } from './judge-kinds.ts';
import { judgeBursts, judgeThreads, judgeWaits } from './judge-times.ts';
import { judgeAnalysis, judgePeer, type Verdict } from './judge.ts';
import { knownShares } from './known-answer.ts';
import { readConstructs } from './marked-lines.ts';
import { readAnalysis, readPeer, type Reading } from './reading.ts';
import { buildReal } from './real-programs.ts';
import type { MeasuredProgram, RecordedRun } from './record.ts';
import type { PartName, Run } from './runs.ts';
import { buildVariant } from './variants.ts';
import { variantOf } from './workloads.ts';

/** What was said of the lines of one run. */
interface LinesVerdict {
  readonly verdicts: readonly (Verdict | ConstructVerdict)[];
  /** Share of all time that is exact on lines that did nothing, where that is known. */
  readonly innocentExact?: number;
  /** Those with the most of it. */
  readonly worstInnocents?: readonly (readonly [place: string, share: number])[];
  /** What a reading by functions says; of `cpu-prof` only. */
  readonly byFunction?: readonly Verdict[];
}

/** What was said of one run, by its part. */
interface Verdicts extends Record<PartName, object> {
  readonly constructs: LinesVerdict;
  readonly real: LinesVerdict;
  readonly programs: LinesVerdict;
  readonly kinds: { readonly shares: readonly KindShare[] };
  readonly threads: Awaited<ReturnType<typeof judgeThreads>>;
  readonly bursts: Awaited<ReturnType<typeof judgeBursts>>;
  readonly waits: Awaited<ReturnType<typeof judgeWaits>>;
}

/** What was said of one run of some part, beside what is true. */
export type JudgedOf<P extends PartName> = { readonly [K in P]: Run & { readonly part: K } & Verdicts[K] }[P];
export type Judged = JudgedOf<PartName>;
export type JudgedLines = JudgedOf<'constructs' | 'real' | 'programs'>;

/** How the programs of a part are made, and how what is said of them is compared with what they measured. */
interface Part<Verdict> {
  /** Writes a program of the part into an empty folder. */
  readonly build: (name: string, folder: string) => Promise<MeasuredProgram>;
  /** Reads nothing but the run's folder and the sources of the programs. */
  readonly judge: (recorded: RecordedRun, run: Run) => Promise<Verdict>;
}

/** CPU time of each construct, and of the least thread, of bursts and of waits, in milliseconds. */
const EACH = 35;
const LEAST_OF_THREADS = 250;
const WORK = 400;

export const parts: { readonly [P in PartName]: Part<Verdicts[P]> } = {
  constructs: {
    build: (_, folder) => copyProgram('constructs', 'main.mjs', [String(EACH)], folder),
    judge: async (recorded, run) =>
      judgeConstructs(await readingOf(run, recorded), await readConstructs(), recorded.phases),
  },
  real: {
    build: buildReal,
    judge: async (recorded, run) => ({
      verdicts: judgeHeat(await readingOf(run, recorded, (file) => file), recorded),
    }),
  },
  programs: { build: buildVariant, judge: judgeProgram },
  kinds: {
    build: (_, folder) => buildKinds(folder),
    judge: async ({ recording, phases }) => ({ shares: await judgeKinds(await analyze(recording), phases) }),
  },
  threads: { build: buildKind('threads', LEAST_OF_THREADS), judge: judgeThreads },
  bursts: { build: buildKind('bursts', WORK), judge: judgeBursts },
  waits: { build: buildKind('waits', WORK), judge: judgeWaits },
};

/** What is said of a run of any part. */
export async function judgeRun(run: Run, recorded: RecordedRun): Promise<Judged> {
  return { ...run, ...(await parts[run.part].judge(recorded, run)) } as Judged;
}

/** Copies the programs of a part, and the clock that they read. */
async function copyProgram(
  part: PartName,
  main: string,
  args: readonly string[],
  folder: string,
): Promise<MeasuredProgram> {
  await mkdir(folder, { recursive: true });
  await cp(path.join(import.meta.dirname, part), path.join(folder, part), { recursive: true });
  await cp(path.join(import.meta.dirname, 'clock.cjs'), path.join(folder, 'clock.cjs'));
  return { program: path.join(folder, part, main), nodeArgs: [], args };
}

function buildKind(part: PartName, milliseconds: number): Part<object>['build'] {
  return (kind, folder) => copyProgram(part, 'main.cjs', [String(milliseconds), kind], folder);
}

async function readingOf(
  { reading }: Run,
  { recording }: RecordedRun,
  name?: (file: string) => string,
): Promise<Reading> {
  return reading === 'cpu-prof' ? readPeer(recording, name) : readAnalysis(await analyze(recording), name);
}

async function judgeProgram({ recording, phases }: RecordedRun, { name, reading }: Run): Promise<LinesVerdict> {
  const { variant } = variantOf(name);
  const known = await knownShares(name, phases);
  if (reading === 'cpu-prof') {
    const { lines, functions } = await judgePeer(recording, known);
    // One-line bundles and tsx have no lines that a plain reading could show, and a minified one no names.
    return { verdicts: variant === 'plain' ? lines : [], byFunction: variant === 'minified' ? [] : functions };
  }
  // The inspector knows neither total times nor positions inside one-line files, and says so.
  const isOneLine = variant === 'tsx' || variant === 'minified';
  const asked = known.filter(({ kind }) => reading === 'v8log' || (kind === 'self' && !isOneLine));
  return { verdicts: asked.length > 0 ? judgeAnalysis(await analyze(recording), asked) : [] };
}
