import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { buildKinds } from './build-kinds.ts';
import { type BurstsVerdict, judgeBursts } from './judge-bursts.ts';
import { type ConstructVerdict, judgeConstructs } from './judge-constructs.ts';
import { judgeHeat } from './judge-heat.ts';
import { judgeKinds, type KindShare } from './judge-kinds.ts';
import { judgeThreads, type ThreadsVerdict } from './judge-threads.ts';
import { judgeWaits, type WaitsVerdict } from './judge-waits.ts';
import { judgeAnalysis, judgePeer, type Verdict } from './judge.ts';
import { knownShares } from './known-answer.ts';
import { readConstructs } from './marked-lines.ts';
import { readAnalysis, readPeer, type Reading } from './reading.ts';
import { buildReal, realPrograms } from './real-programs.ts';
import type { MeasuredProgram, RecordedRun } from './record.ts';
import type { PartName, Run } from './runs.ts';
import { buildVariant } from './variants.ts';
import { type VariantName, type Workload, workloads } from './workloads.ts';

/** What was said of the lines of one run. */
export interface JudgedLines extends Run {
  readonly part: 'constructs' | 'real' | 'programs';
  readonly verdicts: readonly (Verdict | ConstructVerdict)[];
  /** Share of all time that is exact on lines that did nothing, where that is known. */
  readonly innocentExact?: number;
  /** Those with the most of it. */
  readonly worstInnocents?: readonly (readonly [place: string, share: number])[];
  /** What a reading by functions says; of `cpu-prof` only. */
  readonly byFunction?: readonly Verdict[];
}

export interface JudgedKinds extends Run {
  readonly part: 'kinds';
  readonly shares: readonly KindShare[];
}
export interface JudgedThreads extends Run, ThreadsVerdict {
  readonly part: 'threads';
}
export interface JudgedBursts extends Run, BurstsVerdict {
  readonly part: 'bursts';
}
export interface JudgedWaits extends Run, WaitsVerdict {
  readonly part: 'waits';
}

/** What was said of one run, beside what is true. */
export type Judged = JudgedLines | JudgedKinds | JudgedThreads | JudgedBursts | JudgedWaits;

/** How the programs of a part are made, and how what is said of them is compared with what they measured. */
interface Part {
  /** Writes a program of the part into an empty folder. */
  readonly build: (name: string, folder: string) => Promise<MeasuredProgram>;
  /** Reads nothing but the run's folder and the sources of the programs. */
  readonly judge: (run: Run, recorded: RecordedRun) => Promise<Judged>;
}

/** CPU time of each construct, and of the least thread, of bursts and of waits, in milliseconds. */
const EACH = 35;
const LEAST_OF_THREADS = 250;
const WORK = 400;

export const parts: Readonly<Record<PartName, Part>> = {
  constructs: {
    build: async (_, folder) => {
      await copyProgram('constructs', folder);
      return { program: path.join(folder, 'constructs/main.mjs'), nodeArgs: [], args: [String(EACH)] };
    },
    judge: async (run, recorded) => ({
      ...{ ...run, part: 'constructs' },
      ...judgeConstructs(await readingOf(run, recorded), await readConstructs(), recorded.phases),
    }),
  },
  real: {
    build: (name, folder) => buildReal(find(realPrograms, name), folder),
    judge: async (run, recorded) => ({
      ...{ ...run, part: 'real' },
      verdicts: judgeHeat(await readingOf(run, recorded, (file) => file), recorded),
    }),
  },
  programs: {
    build: (name, folder) => {
      const { workload, variant } = variantOf(name);
      return buildVariant(workload, variant, folder);
    },
    judge: judgeProgram,
  },
  kinds: {
    build: (_, folder) => buildKinds(folder),
    judge: async (run, { recording, phases }) => ({
      ...{ ...run, part: 'kinds' },
      shares: await judgeKinds(await analyze(recording), phases),
    }),
  },
  threads: {
    build: (kind, folder) => buildKind('threads', kind, LEAST_OF_THREADS, folder),
    judge: async (run, { recording, phases }) => ({
      ...{ ...run, part: 'threads' },
      ...(await judgeThreads(recording, phases)),
    }),
  },
  bursts: {
    build: (kind, folder) => buildKind('bursts', kind, WORK, folder),
    judge: async (run, { recording, phases }) => ({
      ...{ ...run, part: 'bursts' },
      ...(await judgeBursts(await analyze(recording), phases)),
    }),
  },
  waits: {
    build: (kind, folder) => buildKind('waits', kind, WORK, folder),
    judge: async (run, { recording, phases }) => ({
      ...{ ...run, part: 'waits' },
      ...(await judgeWaits(await analyze(recording), phases)),
    }),
  },
};

/** Copies the programs of a part, and the clock that they read. */
async function copyProgram(part: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await cp(path.join(import.meta.dirname, part), path.join(folder, part), { recursive: true });
  await cp(path.join(import.meta.dirname, 'clock.cjs'), path.join(folder, 'clock.cjs'));
}

async function buildKind(part: string, kind: string, milliseconds: number, folder: string): Promise<MeasuredProgram> {
  await copyProgram(part, folder);
  return { program: path.join(folder, part, 'main.cjs'), nodeArgs: [], args: [String(milliseconds), kind] };
}

async function readingOf(
  { reading }: Run,
  { recording }: RecordedRun,
  name?: (file: string) => string,
): Promise<Reading> {
  return reading === 'cpu-prof' ? readPeer(recording, name) : readAnalysis(await analyze(recording), name);
}

/** The workload and the variant of a name such as `cross-file/tsx`. */
export function variantOf(name: string): { readonly workload: Workload; readonly variant: VariantName } {
  const [program, variant] = name.split('/') as [string, VariantName];
  return { workload: find(workloads, program), variant };
}

async function judgeProgram(run: Run, { recording, phases }: RecordedRun): Promise<JudgedLines> {
  const { workload, variant } = variantOf(run.name);
  const known = await knownShares(workload, phases);
  const part = 'programs';
  if (run.reading === 'cpu-prof') {
    const { lines, functions } = await judgePeer(recording, known);
    // One-line bundles and tsx have no lines that a plain reading could show, and a minified one no names.
    const verdicts = variant === 'plain' ? lines : [];
    return { ...run, part, verdicts, byFunction: variant === 'minified' ? [] : functions };
  }
  // The inspector knows neither total times nor positions inside one-line files, and says so.
  const isOneLine = variant === 'tsx' || variant === 'minified';
  const asked = known.filter(({ kind }) => run.reading === 'v8log' || (kind === 'self' && !isOneLine));
  return { ...run, part, verdicts: asked.length > 0 ? judgeAnalysis(await analyze(recording), asked) : [] };
}

function find<T extends { readonly name: string }>(list: readonly T[], name: string): T {
  const found = list.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no program ${name}.`);
  return found;
}
