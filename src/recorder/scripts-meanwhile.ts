import type { InspectorConnection } from './inspector-connection.ts';
import type { Journal } from './journal.ts';
import { askLiveScripts, askTexts, type LiveText } from './live-scripts.ts';
import { loadScripts } from './recorded-scripts.ts';
import type { Rotation } from './rotate.ts';
import { runsFiles } from './runs-files.ts';
import { type SampledScript, sumOfSamples } from './sampled-scripts.ts';
import type { SeenFiles } from './seen-files.ts';
import type { Milliseconds } from '../core/index.ts';
import type { RecordedScript } from '../recording/index.ts';

/** Scripts of which nothing is known are worth asking a running program for from this share of its samples on, and this many. */
const WORTH_SHARE = 0.1;
const WORTH_SAMPLES = 100;

/** What has been sampled of a program that runs. */
interface SampledMeanwhile {
  readonly files: SeenFiles;
  scripts(): readonly SampledScript[];
}

/**
 * What the program says of its scripts while it runs, where much of its time is in such as are no files: lines are wanted
 * before the end, which may come without warning. Each script is looked at once.
 */
export class ScriptsMeanwhile {
  readonly #told = new Map<string, RecordedScript>();
  readonly #asked = new Set<string>();
  #work: Promise<void> | undefined;
  #isOver = false;

  /** `since`: when the thread began to load its scripts (Unix time), where it was not before. */
  constructor(
    private readonly rotation: Pick<Rotation, 'rotate'>,
    private readonly connection: InspectorConnection,
    private readonly samples: SampledMeanwhile,
    private readonly journal: Journal | undefined,
    private readonly since: Milliseconds | undefined,
  ) {}

  look(): void {
    if (this.#isOver) return;
    this.#work ??= this.#look()
      .catch(() => undefined)
      .finally(() => (this.#work = undefined));
  }

  /** The program is not asked any more; resolves when it has answered. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  /** These scripts, or what the program said of them before it was gone. */
  orTold(scripts: readonly RecordedScript[]): readonly RecordedScript[] {
    return scripts.map((script) => this.#told.get(script.url) ?? script);
  }

  async #look(): Promise<void> {
    const { rotation, connection, samples, journal, since } = this;
    const sampled = samples.scripts();
    const fresh = sampled.filter(({ url }) => !this.#asked.has(url) && !url.startsWith('node:'));
    const unknown = sumOfSamples(fresh);
    if (unknown < WORTH_SAMPLES || unknown < sumOfSamples(sampled) * WORTH_SHARE) return;
    for (const { url } of fresh) this.#asked.add(url);
    if (since !== undefined && (await runsFiles(fresh, since))) return;
    const live = await rotation.rotate(() => askLiveScripts(connection));
    if (!live) return;
    const ask = async (ids: ReadonlySet<number>): ReturnType<typeof askTexts> =>
      (await rotation.rotate(() => askTexts(connection, ids))) ?? new Map<number, LiveText>();
    const urls = fresh.map(({ url }) => url);
    const scripts = await loadScripts(urls, live, new Map(), ask, samples.files);
    for (const script of scripts) this.#told.set(script.url, script);
    journal?.append({ scripts });
  }
}
