import { type LoggedScript, LoggedScripts } from '../readers/v8-log/logged-scripts.ts';
import { joinBrokenNames } from '../readers/v8-log/broken-names.ts';
import { LineReader } from '../readers/v8-log/log-lines.ts';
import { lastAtOrBelow, type Milliseconds } from '../core/index.ts';
import { CLOCK_SCRIPT, type RecordedScript } from '../recording/index.ts';
import { findLineStarts, formatLineLengths } from '../recording/line-starts.ts';
import { findSourceMapUrl } from '../urls/index.ts';
import { type FileText, type FileTexts, mapOf, textsIn } from './file-texts.ts';
import { askTexts, type LiveText } from './live-scripts.ts';
import type { InspectorConnection } from './inspector-connection.ts';
import { forFiles, hashOf, readRegularFile } from './read-regular-file.ts';
import { filePathOf } from './recorded-scripts.ts';

/** Times of files are coarse, in milliseconds. */
const COARSE_MS = 20;
/** At most so long after a file was read its code is compiled, in milliseconds. */
const LOADING_MS = 1000;
/** Scripts whose texts are unknown are worth asking the program for from this share of all ticks on, and this many. */
interface Worth {
  readonly share: number;
  readonly ticks: number;
}
const WORTH_AT_END: Worth = { share: 0.01, ticks: 3 };
/** A program that runs is held up by it. */
const WORTH_MEANWHILE: Worth = { share: 0.1, ticks: 40 };

/** A text that is known to be what ran. */
interface KnownText extends FileText {
  readonly note: Omit<RecordedScript, 'ids' | 'lines'>;
}

/**
 * The texts of the scripts in a V8 log that holds none. V8 spends more time on writing them into its log than on all the
 * rest of it, and nearly all are files. So the files are read as their scripts come into the log, and taken for what ran
 * only if they have the length that V8 says and their functions begin where V8 says. For the rest the program is asked: at
 * its end, and where it is much of its time while it runs, since lines are wanted before the end, which may come without
 * warning. What cannot be known that way stays unknown.
 */
export class LoggedTexts {
  readonly #logged = new LoggedScripts();
  readonly #line = joinBrokenNames(this.#logged.line);
  /** By script number. Undefined: it was looked for, but the file is not what ran. */
  readonly #texts = new Map<number, KnownText | undefined>();

  readonly #asked = new Set<number>();

  private constructor(
    private readonly lines: LineReader,
    /** When the recorder's clock script ran, Unix time. */
    private readonly clockAt: Milliseconds,
    private readonly files: FileTexts,
  ) {}

  /** `clockAt`: when the program ran the clock script, Unix time. Rejects where the log cannot be opened. */
  static async open(log: string, clockAt: Milliseconds, files: FileTexts): Promise<LoggedTexts> {
    return new LoggedTexts(await LineReader.open(log), clockAt, files);
  }

  /** Reads what the log has by now, and the files of new scripts that have samples. Whether there were any. */
  async look(): Promise<boolean> {
    await this.lines.readOn(this.#line);
    const fresh = this.#sampled().filter(({ id }) => !this.#texts.has(id));
    await forFiles(fresh, async (script) => this.#texts.set(script.id, await this.#readFile(script)));
    return fresh.length > 0;
  }

  /** Asks the program, which must be waiting or running still, for the texts that no file has, if they are worth it. */
  async ask(connection: InspectorConnection): Promise<void> {
    await this.#ask(connection, this.#missing(), WORTH_AT_END);
  }

  /** Asks a program that runs on, for each script once. Whether it was asked. */
  async askMeanwhile(connection: InspectorConnection): Promise<boolean> {
    const missing = this.#missing().filter(({ id }) => !this.#asked.has(id));
    return this.#ask(connection, missing, WORTH_MEANWHILE);
  }

  async #ask(connection: InspectorConnection, missing: readonly LoggedScript[], worth: Worth): Promise<boolean> {
    const ticks = missing.reduce((sum, script) => sum + script.ticks, 0);
    if (ticks < worth.ticks || ticks < this.#logged.ticks * worth.share) return false;
    for (const { id } of missing) this.#asked.add(id);
    for (const [id, live] of await askTexts(connection, new Set(missing.map(({ id }) => id))))
      this.#texts.set(id, await knownFrom(live));
    return true;
  }

  /** What is known of the scripts that have samples, each text once. */
  notes(): RecordedScript[] {
    const notes = new Map<string, RecordedScript & { ids: number[] }>();
    for (const script of this.#sampled()) {
      const found = this.#textOf(script);
      if (found === undefined) continue;
      const { note, starts, length } = found;
      const key = JSON.stringify([note.url, note.contentHash, note.source]);
      const same = notes.get(key);
      if (same !== undefined) same.ids.push(script.id);
      else if (note.source !== undefined) notes.set(key, { ...note, ids: [script.id] });
      else notes.set(key, { ...note, ids: [script.id], lines: formatLineLengths(starts, length) });
    }
    return [...notes.values()];
  }

  close(): Promise<void> {
    return this.lines.close();
  }

  /** Node's own files are on no disk, and no line of what the recorder evaluates is shown. */
  #sampled(): LoggedScript[] {
    return [...this.#logged.scripts.values()].filter(({ ticks, url }) => ticks > 0 && !/^(?:node|heatline):/.test(url));
  }

  #missing(): LoggedScript[] {
    return this.#sampled().filter((script) => this.#textOf(script) === undefined);
  }

  /** V8 tells more of a script as its functions are compiled: what agreed before may not any more. */
  #textOf(script: LoggedScript): KnownText | undefined {
    const text = this.#texts.get(script.id);
    return text !== undefined && (text.note.source !== undefined || agrees(script, text)) ? text : undefined;
  }

  async #readFile(script: LoggedScript): Promise<KnownText | undefined> {
    const file = filePathOf(script.url);
    const read = file === undefined ? undefined : await this.files.read(file);
    if (read === undefined || !this.#isAsLoaded(read.changedAt, script)) return undefined;
    const text = read.texts.find((text) => agrees(script, text));
    return text && { ...text, note: { url: script.url, ...read.note } };
  }

  /** Whether a file was last written before its script was loaded: an edit need not move any function. */
  #isAsLoaded(changedAt: Milliseconds, script: LoggedScript): boolean {
    const clock = [...this.#logged.scripts.values()].find(({ url }) => url === CLOCK_SCRIPT);
    const sinceClock = clock === undefined ? 0 : (script.compiledAt - clock.compiledAt) / 1000;
    const limit = this.clockAt + Math.max(-COARSE_MS, sinceClock - LOADING_MS);
    return changedAt < limit;
  }
}

/** Does a text have the length that V8 says, and its functions where V8 says? */
function agrees(script: LoggedScript, { starts, length }: Pick<KnownText, 'starts' | 'length'>): boolean {
  if (script.length !== length) return false;
  for (const [character, { line, column }] of script.places) {
    const at = lastAtOrBelow(starts, character);
    if (character > length || at + 1 !== line || character - starts[at] !== column) return false;
  }
  return true;
}

async function knownFrom({ url, sourceMapUrl, text }: LiveText): Promise<KnownText> {
  const file = filePathOf(url);
  const bytes = file === undefined ? undefined : await readRegularFile(file);
  const isFile = bytes !== undefined && textsIn(bytes).includes(text);
  return {
    starts: findLineStarts(text),
    length: text.length,
    note: {
      url,
      ...(bytes && { contentHash: hashOf(bytes) }),
      ...(!isFile && { source: text }),
      ...mapOf(sourceMapUrl || findSourceMapUrl(text)),
    },
  };
}
