import type { Milliseconds } from '../../core/index.ts';
import type { RecordedScript } from '../../recording/index.ts';
import type { InspectorConnection } from '../inspector-connection.ts';
import type { Journal } from '../journal.ts';
import type { Rotation } from '../rotate.ts';
import { askScripts, type ScriptToAsk } from './ask-scripts.ts';
import type { FileTexts } from './file-texts.ts';
import type { CoveredScript } from './function-ranges.ts';
import type { SampledScript } from './sampled-scripts.ts';
import {
  type AskProgram,
  noteOf,
  type RanScript,
  ScriptTexts,
  sumOfSamples,
  type Worth,
  WORTH_AT_END,
  WORTH_MEANWHILE,
} from './script-texts.ts';

/** Of a profile only those samples are known that ended in a script; what it called may be most of the time. */
const WORTH_ASKING: Worth = { ...WORTH_AT_END, anyOther: true };

/** How the scripts of a thread are met that the inspector samples. */
export interface SampledThread {
  readonly connection: InspectorConnection;
  readonly rotation: Pick<Rotation, 'rotate'>;
  /** Undefined where it has none. */
  readonly journal: Journal | undefined;
  /** Shared by all threads of a recording. */
  readonly files: FileTexts;
  /** When the thread began to load its scripts (Unix time), where it was not before. */
  readonly since: Milliseconds | undefined;
}

/** The texts of the scripts that the inspector samples. */
export class SampledTexts {
  readonly #texts: ScriptTexts;
  /** What the journal knows, by url. */
  readonly #noted = new Set<string>();
  #functions: ReadonlyMap<number | string, CoveredScript> = new Map();
  #work: Promise<void> | undefined;
  #isOver = false;

  constructor(private readonly thread: SampledThread) {
    this.#texts = new ScriptTexts(thread.files, (script) => this.#covered(script) !== undefined);
  }

  /** Looks at scripts that were not met before, of a program that runs on. */
  look(sampled: readonly SampledScript[]): void {
    if (this.#isOver) return;
    this.#work ??= this.#look(sampled)
      .catch(() => undefined)
      .finally(() => (this.#work = undefined));
  }

  /** The program is not asked any more; resolves when it has answered. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  /** What is known of the scripts at the end. `functions`: where theirs are, where that is known. */
  async finish(
    sampled: readonly SampledScript[],
    functions: ReadonlyMap<number | string, CoveredScript>,
  ): Promise<RecordedScript[]> {
    this.#functions = functions;
    const { connection } = this.thread;
    await this.#learn(sampled, WORTH_ASKING, (...asked) => askScripts(connection, ...asked));
    return this.notes(sampled);
  }

  /** What is known by now. */
  notes(sampled: readonly SampledScript[]): RecordedScript[] {
    return this.#texts.known(this.#scripts(sampled)).map(([script, known]) => noteOf(known, this.#covered(script)));
  }

  #covered({ id, url }: ScriptToAsk): CoveredScript | undefined {
    return this.#functions.get(id) ?? this.#functions.get(url);
  }

  #scripts(sampled: readonly SampledScript[]): RanScript[] {
    return sampled.map((script) => ({ ...script, loadedAt: this.thread.since }));
  }

  async #look(sampled: readonly SampledScript[]): Promise<void> {
    const { connection, rotation, journal } = this.thread;
    await this.#learn(sampled, WORTH_MEANWHILE, (...asked) => rotation.rotate(() => askScripts(connection, ...asked)));
    const scripts = this.notes(sampled).filter(({ url }) => !this.#noted.has(url));
    for (const { url } of scripts) this.#noted.add(url);
    if (scripts.length > 0) journal?.append({ scripts });
  }

  async #learn(sampled: readonly SampledScript[], worth: Worth, ask: AskProgram): Promise<void> {
    const scripts = this.#scripts(sampled);
    await this.#texts.look(scripts);
    await this.#texts.ask(scripts, sumOfSamples(scripts), worth, ask);
  }
}
