import { type LoggedScript, LoggedScripts } from '../../readers/v8-log/logged-scripts.ts';
import { joinBrokenNames } from '../../readers/v8-log/broken-names.ts';
import { LineReader } from '../../readers/v8-log/log-lines.ts';
import type { Milliseconds } from '../../core/index.ts';
import { CLOCK_SCRIPT, type RecordedScript } from '../../recording/index.ts';
import { formatLineLengths } from '../../recording/line-starts.ts';
import type { InspectorConnection } from '../inspector-connection.ts';
import { askScripts } from './ask-scripts.ts';
import type { FileTexts } from './file-texts.ts';
import { type RanScript, ScriptTexts, WORTH_AT_END, WORTH_MEANWHILE } from './script-texts.ts';

/** Times of files are coarse, in milliseconds. */
const COARSE_MS = 20;
/** At most so long after a file was read its code is compiled, in milliseconds. */
const LOADING_MS = 1000;

/**
 * The texts of the scripts in a V8 log that grows and holds none: V8 spends more time on writing them into its log than on all
 * the rest of it.
 */
export class LoggedTexts {
  readonly #logged = new LoggedScripts();
  readonly #line = joinBrokenNames(this.#logged.line);
  readonly #texts: ScriptTexts;

  private constructor(
    private readonly lines: LineReader,
    /** When the recorder's clock script ran, Unix time. */
    private readonly clockAt: Milliseconds,
    files: FileTexts,
  ) {
    // Lines follow from characters, and these from the text.
    this.#texts = new ScriptTexts(files);
  }

  /** `clockAt`: when the program ran the clock script, Unix time. Rejects where the log cannot be opened. */
  static async open(log: string, clockAt: Milliseconds, files: FileTexts): Promise<LoggedTexts> {
    return new LoggedTexts(await LineReader.open(log), clockAt, files);
  }

  /** Reads what the log has by now, and the files of new scripts that have samples. Whether there were any. */
  async look(): Promise<boolean> {
    await this.lines.readOn(this.#line);
    return this.#texts.look(this.#sampled());
  }

  /** Asks the program, which must be waiting or running still, for the texts that no file has, if they are worth it. */
  ask(connection: InspectorConnection, isOver: boolean): Promise<boolean> {
    const worth = isOver ? WORTH_AT_END : WORTH_MEANWHILE;
    return this.#texts.ask(this.#sampled(), this.#logged.ticks, worth, (...asked) => askScripts(connection, ...asked));
  }

  /** What is known of the scripts that have samples, each text once. */
  notes(): RecordedScript[] {
    const notes = new Map<string, RecordedScript & { ids: number[] }>();
    for (const [{ id }, { note, text }] of this.#texts.known(this.#sampled())) {
      const key = JSON.stringify([note.url, note.contentHash, note.source]);
      const same = notes.get(key);
      if (same !== undefined) same.ids.push(id);
      else if (note.source !== undefined || text === undefined) notes.set(key, { ...note, ids: [id] });
      else notes.set(key, { ...note, ids: [id], lines: formatLineLengths(text.starts, text.length) });
    }
    return [...notes.values()];
  }

  close(): Promise<void> {
    return this.lines.close();
  }

  /** Node's own files are on no disk, and no line of what the recorder evaluates is shown. */
  #sampled(): RanScript[] {
    const logged = [...this.#logged.scripts.values()];
    const clock = logged.find(({ url }) => url === CLOCK_SCRIPT);
    const loadedAt = ({ compiledAt }: LoggedScript): Milliseconds => {
      const sinceClock = clock === undefined ? 0 : (compiledAt - clock.compiledAt) / 1000;
      return this.clockAt + Math.max(-COARSE_MS, sinceClock - LOADING_MS);
    };
    return logged
      .filter(({ samples, url }) => samples > 0 && !/^(?:node|heatline):/.test(url))
      .map((script) => ({ ...script, functions: [...script.functions.values()], loadedAt: loadedAt(script) }));
  }
}
