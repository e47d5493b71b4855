import path from 'node:path';
import type { SamplerName } from '../../src/recording/index.ts';
import { nodeBinary, type NodeMajor } from '../support/nodes.ts';
import { withHogs } from './hogs.ts';
import { AUTO, type Judged, readingNames, type ReadingName, recordingOf } from './judged.ts';
import type { RepeatedVerdict } from './judge-repeated.ts';
import { type BurstKind, burstKinds, type BurstsVerdict, recordBursts } from './record-bursts.ts';
import { recordConstructs, recordRepeated } from './record-constructs.ts';
import { buildKinds, type KindShare, recordKinds } from './record-kinds.ts';
import { prepareReal, recordReal } from './record-real.ts';
import { realPrograms } from './real-programs.ts';
import { recordThreads, type ThreadKind, threadKinds, type ThreadsVerdict } from './record-threads.ts';
import { recordWaits, type WaitKind, waitKinds, type WaitsVerdict } from './record-waits.ts';

/** How a part of the suite runs. */
export interface PartRequest {
  readonly majors: readonly NodeMajor[];
  /** Microseconds between samples. */
  readonly intervalUs: number;
  /** An empty folder. */
  readonly folder: string;
  /** Judge what an earlier run left in the folder. */
  readonly again: boolean;
  /** Only these constructs or programs. */
  readonly only?: readonly string[] | undefined;
  /** For the places of injected lines. */
  readonly seed: number;
}

/** CPU time of each construct in one run, in milliseconds. */
const EACH = 100;

/** How often each reading is recorded: every one alone, and `auto`'s also while the machine is busy. */
const passes: readonly { reading: ReadingName; isBusy: boolean }[] = [
  ...readingNames.map((reading) => ({ reading, isBusy: false })),
  { reading: AUTO, isBusy: true },
];

const asBusy = <T>(isBusy: boolean, run: () => Promise<T>): Promise<T> => (isBusy ? withHogs(run) : run());

/** The everyday constructs. */
export async function runConstructs({ majors, folder, only, ...request }: PartRequest): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const major of majors) {
    for (const { reading, isBusy } of passes) {
      progress(major, 'constructs', reading, isBusy);
      const verdict = await asBusy(isBusy, async () =>
        recordConstructs({
          ...{ ...request, ...recordingOf(reading), node: await nodeBinary(major) },
          ...{ milliseconds: EACH, names: only ?? [], folder: placeOf(folder, major, reading, isBusy) },
        }),
      );
      judged.push({ major, part: 'constructs', program: 'constructs', reading, isBusy, ...verdict });
    }
  }
  return judged;
}

/** What was said of statements that stood on their line several times. */
export interface JudgedRepeated {
  readonly major: NodeMajor;
  readonly reading: ReadingName;
  readonly verdicts: readonly RepeatedVerdict[];
}

/** CPU time of each construct in each of its runs, in milliseconds. */
const EACH_OF_REPEATED = 300;
/**
 * Runs of each kind: the difference between the two kinds is wanted to some percent, and a gap without samples may be that of
 * a construct, or of the one that ran after it.
 */
export const ROUNDS_OF_REPEATED = 3;

/** The everyday constructs with their statement once and several times on its line. */
export async function runRepeated({ majors, folder, only, ...request }: PartRequest): Promise<JudgedRepeated[]> {
  const judged: JudgedRepeated[] = [];
  for (const major of majors) {
    for (const reading of [AUTO, 'cpu-prof'] as const) {
      progress(major, 'repeated', reading, false);
      const verdicts = await recordRepeated({
        ...{ ...request, ...recordingOf(reading), node: await nodeBinary(major) },
        ...{
          milliseconds: EACH_OF_REPEATED,
          rounds: ROUNDS_OF_REPEATED,
          names: only ?? [],
          folder: placeOf(folder, major, reading, false),
        },
      });
      judged.push({ major, reading, verdicts });
    }
  }
  return judged;
}

/** Real programs with injected lines. */
export async function runReal({ majors, folder, only, seed, ...request }: PartRequest): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const real of realPrograms.filter(({ name }) => only?.includes(name) ?? true)) {
    const place = path.join(folder, real.name);
    const prepared = await prepareReal(real, seed, place, request.again);
    for (const major of majors) {
      for (const { reading, isBusy } of passes) {
        progress(major, real.name, reading, isBusy);
        const verdicts = await asBusy(isBusy, async () =>
          recordReal(prepared, {
            ...{ ...request, ...recordingOf(reading), node: await nodeBinary(major) },
            folder: placeOf(place, major, reading, isBusy),
          }),
        );
        judged.push({ major, part: 'real', program: real.name, reading, isBusy, verdicts });
      }
    }
  }
  return judged;
}

/** What was said of kinds of time. */
export interface JudgedKinds {
  readonly major: NodeMajor;
  readonly isBusy: boolean;
  readonly shares: readonly KindShare[];
}

/** A huge function, WebAssembly, collection and waiting, read with the sampler that `auto` takes. */
export async function runKinds({ majors, folder, ...request }: PartRequest): Promise<JudgedKinds[]> {
  const judged: JudgedKinds[] = [];
  const program = await buildKinds(path.join(folder, 'program'));
  for (const major of majors) {
    for (const isBusy of [false, true]) {
      const reading = AUTO;
      progress(major, 'kinds', reading, isBusy);
      const shares = await asBusy(isBusy, async () =>
        recordKinds({
          ...{ ...request, program, sampler: reading, node: await nodeBinary(major) },
          folder: placeOf(folder, major, reading, isBusy),
        }),
      );
      judged.push({ major, isBusy, shares });
    }
  }
  return judged;
}

/** What was said of three threads. */
export interface JudgedThreads extends ThreadsVerdict {
  readonly major: NodeMajor;
  readonly sampler: SamplerName;
  readonly kind: ThreadKind;
}

/** CPU time of the thread that does the least, in milliseconds. */
const LEAST_OF_THREADS = 1000;

/** The main thread and two workers, and three processes, with both samplers. Linux only: elsewhere nobody knows the truth. */
export const runThreads = (request: PartRequest): Promise<JudgedThreads[]> =>
  recordEach(request, threadKinds, { title: (kind) => kind, milliseconds: LEAST_OF_THREADS, record: recordThreads });

/** What was said of a thread that works in bursts. */
export interface JudgedBursts extends BurstsVerdict {
  readonly major: NodeMajor;
  readonly sampler: SamplerName;
  readonly kind: BurstKind;
}

/** Work of such a thread, in milliseconds of CPU time: it takes six times as long. */
const WORK_OF_BURSTS = 1000;

/** Timers and requests, with both samplers. Linux only: elsewhere nobody knows the truth. */
export const runBursts = (request: PartRequest): Promise<JudgedBursts[]> =>
  recordEach(request, burstKinds, {
    title: (kind) => `bursts, ${kind}`,
    milliseconds: WORK_OF_BURSTS,
    record: recordBursts,
  });

/** What was said of a thread that computes and waits. */
export interface JudgedWaits extends WaitsVerdict {
  readonly major: NodeMajor;
  readonly sampler: SamplerName;
  readonly kind: WaitKind;
}

/** Work of such a thread, in milliseconds of CPU time. */
const WORK_OF_WAITS = 1000;

/** Waits of all lengths, with both samplers. Linux only: elsewhere nobody knows the truth. */
export const runWaits = (request: PartRequest): Promise<JudgedWaits[]> =>
  recordEach(request, waitKinds, {
    title: (kind) => `waits, ${kind}`,
    milliseconds: WORK_OF_WAITS,
    record: recordWaits,
  });

/** How each kind of a program is recorded and judged. */
interface KindRecording<Kind, Verdict> {
  readonly title: (kind: Kind) => string;
  /** Of work. */
  readonly milliseconds: number;
  readonly record: (request: {
    readonly kind: Kind;
    readonly sampler: SamplerName;
    readonly milliseconds: number;
    readonly node: string;
    readonly intervalUs: number;
    readonly folder: string;
    readonly again: boolean;
  }) => Promise<Verdict>;
}

/** All kinds of a program, with both samplers. */
async function recordEach<Kind extends string, Verdict>(
  { majors, folder, intervalUs, again }: PartRequest,
  kinds: readonly Kind[],
  { title, milliseconds, record }: KindRecording<Kind, Verdict>,
): Promise<(Verdict & { readonly major: NodeMajor; readonly sampler: SamplerName; readonly kind: Kind })[]> {
  const judged = [];
  for (const major of majors) {
    for (const sampler of ['v8log', 'inspector'] as const) {
      for (const kind of kinds) {
        progress(major, title(kind), sampler, false);
        const asked = {
          kind,
          sampler,
          milliseconds,
          intervalUs,
          again,
          folder: path.join(folder, String(major), sampler, kind),
        };
        judged.push({ major, sampler, kind, ...(await record({ ...asked, node: await nodeBinary(major) })) });
      }
    }
  }
  return judged;
}

const placeOf = (folder: string, major: number, reading: ReadingName, isBusy: boolean): string =>
  path.join(folder, String(major), `${reading}${isBusy ? ' busy' : ''}`.replaceAll(' ', '-'));

function progress(major: number, program: string, reading: string, isBusy: boolean): void {
  process.stderr.write(`Node ${major} · ${program} · ${reading}${isBusy ? ' · busy' : ''}\n`);
}
