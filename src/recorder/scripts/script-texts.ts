import {
  compareText,
  inJestWrapper,
  keepsLines,
  lengthOfJestHead,
  type Milliseconds,
  type TextEvidence,
  type TextFit,
} from '../../core/index.ts';
import type { RecordedScript } from '../../recording/index.ts';
import { findSourceMapUrl, pathOfUrl } from '../../urls/index.ts';
import type { Journal } from '../disk/journal.ts';
import type { AskedScript, ScriptToAsk } from './ask-scripts.ts';
import { type FileTexts, mapOf, type ReadFile, type ScriptText, scriptText } from './file-texts.ts';
import { forFiles, hashOf } from './read-regular-file.ts';

/** A script that has samples, and what is known of the text that ran. */
export interface RanScript extends ScriptToAsk, TextEvidence {
  readonly samples: number;
  /** A file that was written since may hold another text (Unix time); undefined where nobody knows when it was loaded. */
  readonly loadedAt: Milliseconds | undefined;
}

/** A script of which the text is known to be what ran, or at least its source map. */
export interface KnownText {
  readonly script: ScriptToAsk;
  /** Undefined where the map is enough. */
  readonly text: ScriptText | undefined;
  readonly note: Pick<RecordedScript, 'url' | 'contentHash' | 'source' | 'sourceMap' | 'sourceMapUrl'>;
}

/** Scripts whose texts are unknown are worth asking the program for from this share of all samples on, and this many. */
export interface Worth {
  readonly share: number;
  readonly samples: number;
  /** Whether any script whose file is surely another text is worth it: where only samples that ended in it are counted. */
  readonly anyOther?: boolean;
}
export const WORTH_AT_END: Worth = { share: 0.01, samples: 3 };
/** A program that runs is held up by it. */
export const WORTH_WHILE_RUNNING: Worth = { share: 0.1, samples: 40 };

/** Asks a program for scripts, as `askScripts` does; undefined where it cannot be asked now. */
export type AskProgram = (
  scripts: readonly RanScript[],
  wantsText: (script: RanScript, named: AskedScript) => boolean,
) => Promise<ReadonlyMap<RanScript, AskedScript> | undefined>;

/** Loads a source map from where its script, a url, says that it is; undefined where it cannot be had. Never rejects. */
export type LoadMap = (script: string, sourceMapUrl: string) => Promise<string | undefined>;

/** A thread whose scripts are followed. */
export interface FollowedThread {
  /** Shared by all threads of a recording. */
  readonly files: FileTexts;
  readonly journal: Pick<Journal, 'append'>;
  /** The scripts that have samples by now, and how many there are of all. */
  scripts(): Promise<{ readonly scripts: readonly RanScript[]; readonly all: number }>;
  /** Whether the text of a script is needed where it has a map. */
  needsText(script: ScriptToAsk): boolean;
  /** Of a page: its maps are on the network, and its texts nowhere else. */
  readonly loadMap?: LoadMap | undefined;
  /** What the recording says of scripts. */
  note(known: readonly KnownText[]): RecordedScript[];
}

/** What Node runs as it stands in a file. */
const PLAIN = /(^|[\\/])[^./\\]+$|\.[cm]?js$/;

/**
 * Which text ran as each script of a thread? Nearly all are files. So the files are read as their scripts get samples, since
 * they may be edited later, and taken for what ran if they were not written since the script was loaded and agree with all
 * that the runtime tells (`compareText`). That costs the program nothing. It is asked for the rest, where that is worth it.
 * What is still unknown stays unknown.
 */
export class ScriptTexts {
  /** Files as they were when their scripts had the first samples, by script number. */
  readonly #seen = new Map<number, ReadFile | undefined>();
  /** What the program said. */
  readonly #told = new Map<number, Omit<KnownText, 'script'>>();
  readonly #asked = new Set<number>();
  /** What the journal has. */
  readonly #noted = new Set<number>();
  #scripts: readonly RanScript[] = [];
  #work: Promise<void> = Promise.resolve();

  constructor(private readonly thread: FollowedThread) {}

  /** Looks at scripts that were not met before, and asks the program if that is `worth` it. Never rejects: samples matter more. */
  look(worth?: Worth, ask?: AskProgram): Promise<void> {
    return (this.#work = this.#work.then(() => this.#look(worth, ask)).catch(() => undefined));
  }

  /** What is known by now. */
  notes(): RecordedScript[] {
    return this.thread.note(this.#known());
  }

  async #look(worth: Worth | undefined, ask: AskProgram | undefined): Promise<void> {
    const { scripts, all } = await this.thread.scripts();
    this.#scripts = scripts;
    const fresh = scripts.filter(({ id }) => !this.#seen.has(id));
    await forFiles(fresh, async ({ id, url }) => this.#seen.set(id, await this.#read(url)));
    if (worth && ask) await this.#ask(all, worth, ask);
    const known = this.#known().filter(({ script }) => !this.#noted.has(script.id));
    for (const { script } of known) this.#noted.add(script.id);
    if (known.length > 0) this.thread.journal.append({ scripts: this.thread.note(known) });
  }

  /** Each script is asked for once. */
  async #ask(all: number, worth: Worth, ask: AskProgram): Promise<void> {
    const open = this.#judge().filter(({ script, known }) => !known && !this.#asked.has(script.id));
    const missing = open.map(({ script }) => script);
    const samples = sumOfSamples(missing);
    const isMuch = samples >= worth.samples && samples >= all * worth.share;
    if (!isMuch && !(worth.anyOther === true && open.some(({ fit }) => fit === 'differs'))) return;
    const answers = await ask(missing, (script, { length, sourceMapUrl }) => {
      const { fit, known } = this.#fromFile({ ...script, length });
      if (fit === 'fits' && known) this.#told.set(script.id, known);
      if (fit === 'fits') return false;
      const isNeeded = sourceMapUrl === '' || this.thread.loadMap !== undefined || this.thread.needsText(script);
      return isNeeded || (fit === 'differs' && sourceMapUrl === this.#seen.get(script.id)?.note.sourceMapUrl);
    });
    if (answers) for (const { id } of missing) this.#asked.add(id);
    for (const [script, answer] of answers ?? []) {
      if (this.#told.has(script.id) || !isAnswerTo(script, answer)) continue;
      const file = this.#seen.get(script.id) ?? (await this.#read(answer.url));
      this.#told.set(script.id, await this.#withMap(noteAnswer(script, answer, file)));
    }
  }

  async #withMap<Known extends Omit<KnownText, 'script'>>(known: Known): Promise<Known> {
    const { sourceMapUrl, ...note } = known.note;
    const sourceMap = sourceMapUrl && (await this.thread.loadMap?.(note.url, sourceMapUrl));
    return sourceMap ? { ...known, note: { ...note, sourceMap } } : known;
  }

  #known(): KnownText[] {
    return this.#judge().flatMap(({ script, known }) => (known ? [{ ...known, script }] : []));
  }

  #judge() {
    const judged = this.#scripts.map((script) => {
      const told = this.#told.get(script.id);
      return { script, ...(told ? { fit: 'fits' as const, known: told } : this.#fromFile(script)) };
    });
    // One of which no function was sampled is what its file says if that holds for another one of its package or folder.
    const proven = new Set(judged.flatMap(({ script, fit }) => (fit === 'fits' ? packageOf(script.url) : [])));
    return judged.map(({ script, fit, known }) => {
      const isKnown = fit === 'fits' || (fit === 'unknown' && proven.has(packageOf(script.url)));
      return { script, fit, known: isKnown ? known : undefined };
    });
  }

  #read(url: string): Promise<ReadFile | undefined> {
    const path = pathOfUrl(url);
    return path === undefined ? Promise.resolve(undefined) : this.thread.files.read(path);
  }

  /** Is the file of a script what ran? The runtime tells more as functions are sampled. */
  #fromFile(script: RanScript): { readonly fit: TextFit; readonly known?: Omit<KnownText, 'script'> } {
    const { id, url, length, loadedAt = length === undefined ? -Infinity : Infinity } = script;
    const file = this.#seen.get(id);
    if (file === undefined || file.changedAt >= loadedAt) return { fit: 'differs' };
    // Functions may stand where they do in another text of the file, too.
    if (length === undefined && (file.texts.length > 1 || !PLAIN.test(url))) return { fit: 'differs' };
    for (const whole of file.texts) {
      const head = lengthOfJestHead(whole, script);
      const text = head === undefined ? whole : inJestWrapper(whole, head);
      const fit = compareText(text, script);
      if (fit !== 'differs') return { fit, known: { text, note: { url, ...file.note } } };
    }
    return { fit: 'differs' };
  }
}

/** What follows from a program's answer. `file`: of the script, as it was seen first. */
export function noteAnswer(
  script: ScriptToAsk,
  { url, sourceMapUrl, text }: AskedScript,
  file: ReadFile | undefined,
): Omit<KnownText, 'script'> {
  const isFile = file !== undefined && text !== undefined && isTextOf(text, file);
  const map = mapOf(sourceMapUrl || findSourceMapUrl(text ?? ''));
  // A file that has the same map, and another text, was built again: that map is not for what ran.
  const isRebuilt =
    !isFile && text !== undefined && map.sourceMapUrl !== undefined && map.sourceMapUrl === file?.note.sourceMapUrl;
  return {
    text: text === undefined ? undefined : scriptText(text),
    note: {
      url: script.url || url,
      ...map,
      ...(file && { contentHash: isRebuilt ? hashOf(Buffer.from(text)) : file.note.contentHash }),
      ...(!isFile && { source: text }),
    },
  };
}

/** Another script of the same url may have been found, which may have another text. */
const isAnswerTo = (script: RanScript, { id, text }: AskedScript): boolean =>
  id === script.id || text === undefined || compareText(scriptText(text), script) === 'fits';

/** Whether a text that ran is a file's, with or without its types. */
function isTextOf(ran: string, { texts, note }: ReadFile): boolean {
  return texts.some(({ text, length }) =>
    text === undefined
      ? length === ran.length && hashOf(Buffer.from(ran)) === note.contentHash
      : ran === text || keepsLines(ran, text),
  );
}

/** Its folder; outside of packages the script's own. */
const packageOf = (url: string): string =>
  (/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(url) ?? /^.*\//.exec(url))?.[0] ?? url;

export const sumOfSamples = (scripts: readonly { readonly samples: number }[]): number =>
  scripts.reduce((sum, { samples }) => sum + samples, 0);
