import type { Protocol } from 'devtools-protocol';
import type { CpuClockPoller } from './cpu-clock.ts';
import type { DetailBudget } from './detail-budget.ts';
import type { InspectorConnection } from './inspector-connection.ts';
import { askFunctions, askLiveScripts, askTexts } from './live-scripts.ts';
import { cutProfile, findScriptUrls, sealProfile, withKept } from './raw-profile.ts';
import { loadScripts } from './recorded-scripts.ts';
import { runsFiles } from './runs-files.ts';
import { findSampledScripts, type SampledScript } from './sampled-scripts.ts';
import { SeenFiles } from './seen-files.ts';
import { Rotation } from './rotate.ts';
import { ScriptsMeanwhile } from './scripts-meanwhile.ts';
import type { Journal } from './journal.ts';
import type { Sampler } from './sampler.ts';
import { JoinedProfile } from '../readers/unfinished/joined-profile.ts';
import type { JournalRecord } from '../recording/journal.ts';
import {
  achievableInterval,
  attempt,
  blamesInlinedCodeWrongly,
  type Microseconds,
  type Milliseconds,
} from '../core/index.ts';

/** How the samples of all threads of a recording are kept. */
export interface KeptAlike {
  readonly budget: DetailBudget;
  /** That was asked for. */
  readonly interval: Microseconds;
  /** While it holds, samples stay in the program; absent: it never does. */
  readonly mustWait?: () => Promise<boolean>;
}

/** How the samples of a thread that runs are kept. */
export interface Keeping extends KeptAlike {
  /** Undefined where it has none. */
  readonly journal: Journal | undefined;
  /** What goes into a journal that is written again; it may start late. */
  readonly clock: () => CpuClockPoller | undefined;
  /** Samples wait while the thread's event loop does (`ReadyNote`); asked when the first ones have come. */
  readonly holdsSamples?: () => boolean | undefined;
}

/** Starts the inspector's sampler on a thread that waits for us. */
export async function startInspectorSampler(
  connection: InspectorConnection,
  interval: Microseconds,
  v8Version: string,
  keeping: Keeping,
): Promise<Sampler> {
  const since = Date.now();
  await beginSampling(connection, interval);
  return takesSamples(connection, v8Version, keeping, since);
}

/** Starts the inspector's sampler. */
export async function beginSampling(connection: InspectorConnection, interval: Microseconds): Promise<void> {
  await Promise.all([
    connection.send('Profiler.enable'),
    connection.send('Profiler.setSamplingInterval', { interval }),
    connection.send('Profiler.start'),
  ]);
}

/**
 * What takes the samples of the inspector's sampler, which runs: part after part, so that they do not pile up. `since`: when
 * the thread began to load its scripts (Unix time), where it was not before.
 */
export async function takesSamples(
  connection: InspectorConnection,
  v8Version: string,
  keeping: Keeping,
  since?: Milliseconds,
): Promise<Sampler> {
  const samples = new TakenParts(keeping);
  const leave = keeping.budget.join();
  void connection.closed.then(leave);
  const onPart = (answer: Buffer): void => {
    samples.add(cutProfile(answer));
    meanwhile.look();
  };
  const rotation = new Rotation(connection, onPart, keeping.mustWait);
  const meanwhile = new ScriptsMeanwhile(rotation, connection, samples, keeping.journal, since);
  await rotation.start();
  return {
    collects: 'samples',
    savesAfterExit: false,
    take: async () => {
      await rotation.stop();
      await meanwhile.stop();
      const isWhole = await takeLast(connection, samples);
      leave();
      const { scripts: sampled, pieces, keptOneIn } = samples.finish();
      // Function ranges are for repairing what older V8s say of inlined code.
      const functions = blamesInlinedCodeWrongly(v8Version) ? await askFunctions(connection) : new Map<string, never>();
      // Whatever goes wrong with the scripts, the samples are worth keeping without them.
      const ask = (ids: ReadonlySet<number>): ReturnType<typeof askTexts> => askTexts(connection, ids);
      const areFiles = since !== undefined && (await runsFiles(sampled, since).catch(() => false));
      const live = areFiles ? 'files' : await askLiveScripts(connection);
      const urls = sampled.map(({ url }) => url);
      const scripts = await loadScripts(urls, live, functions, ask, samples.files).catch(() => []);
      return {
        scripts: isWhole ? scripts : meanwhile.orTold(scripts),
        isWhole,
        seal: (file, facts) => sealProfile(file, pieces, withKept(facts(), keptOneIn)),
      };
    },
  };
}

/** Takes the samples since the last part. False where they are lost together with the program, but not those before. */
async function takeLast(connection: InspectorConnection, samples: TakenParts): Promise<boolean> {
  try {
    samples.addLast(cutProfile(await connection.sendForBytes('Profiler.stop')));
    return true;
  } catch (error) {
    if (samples.isEmpty) throw error;
    return false;
  }
}

/** The parts of a thread's samples. A single one stays as it came, if its idle time is right: most programs are short. */
export class TakenParts {
  /** Of the program while it runs; not looked at where it ends before a first part is taken. */
  readonly files = new SeenFiles();
  #only: Buffer | undefined;
  #joined: JoinedProfile | undefined;

  constructor(private readonly keeping: Keeping) {}

  get isEmpty(): boolean {
    return this.#only === undefined && this.#joined === undefined;
  }

  /** Adds a part of a program that runs on. */
  add(profile: Buffer): void {
    const { journal, budget, clock } = this.keeping;
    const joined = (this.#joined ??= this.#newProfile());
    const part = joined.add(parse(profile));
    journal?.append({ part });
    this.files.look(part.frames);
    joined.thin(budget.samplesEach);
    if (journal?.isLong === true && joined.keptOneIn > 1) void journal.rewrite(allRecords(joined, clock()));
  }

  addLast(profile: Buffer): void {
    const isRedated = this.keeping.holdsSamples?.() === true && profile.includes(IDLE);
    const part = this.#joined || isRedated ? attempt(() => parse(profile)) : undefined;
    if (part) (this.#joined ??= this.#newProfile()).add(part);
    // What is too long for a string is kept as it is.
    else if (!this.#joined) this.#only = profile;
    else throw new Error('the samples cannot be read');
  }

  #newProfile(): JoinedProfile {
    const { holdsSamples, interval } = this.keeping;
    return new JoinedProfile(holdsSamples?.() === true ? achievableInterval(interval) : undefined);
  }

  /** The scripts that have samples by now, of a program that runs on. */
  scripts(): SampledScript[] {
    return findSampledScripts(this.#joined?.frames() ?? []);
  }

  /** The scripts in it, its text without the last brace, and of how many samples one was kept. */
  finish() {
    const joined = this.#joined;
    if (joined) {
      const scripts = findSampledScripts(joined.frames());
      return { scripts, pieces: () => joined.write(), keptOneIn: joined.keptOneIn };
    }
    const profile = this.#only;
    if (!profile) return { scripts: [], pieces: () => [], keptOneIn: 1 };
    return { scripts: scriptsOf(profile), pieces: () => [profile.subarray(0, profile.length - 1)], keptOneIn: 1 };
  }
}

/** Whatever its size: a profile too long for a string has no functions here, and its scripts matter. */
function scriptsOf(profile: Buffer): SampledScript[] {
  try {
    const frames = parse(profile).nodes.map(({ callFrame, hitCount = 0 }) => ({ callFrame, hits: hitCount }));
    return findSampledScripts(frames);
  } catch {
    return findScriptUrls(profile).map((url) => ({ url, samples: Infinity, functions: [] }));
  }
}

/** How V8 spells the name of idle time. */
const IDLE = '"(idle)"';

const parse = (profile: Buffer): Protocol.Profiler.Profile =>
  JSON.parse(profile.toString('utf8')) as Protocol.Profiler.Profile;

/** All that a journal has to say of a thread's samples. */
function* allRecords(joined: JoinedProfile, clock: CpuClockPoller | undefined): Generator<JournalRecord> {
  const records = joined.records();
  if (clock) yield { clock: clock.readings() };
  yield* records;
}
