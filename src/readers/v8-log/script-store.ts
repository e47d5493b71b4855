import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  lastAtOrBelow,
  type OneBasedLine,
  type Script,
  type ScriptIndex,
  type ZeroBasedColumn,
} from '../../core/index.ts';
import { findSourceMapUrl } from '../../urls/index.ts';
import type { RecordedScript } from '../../recording/index.ts';
import { findLineStarts } from '../../recording/line-starts.ts';
import { unescapeBytes } from './log-fields.ts';

/** Where a character of a script stands. */
export interface LineAndColumn {
  readonly line: OneBasedLine;
  readonly column: ZeroBasedColumn;
}

interface LoggedScript {
  readonly url: string;
  /** As in the log; dropped once the text was made of it. */
  escaped: Buffer | undefined;
  row: ScriptIndex;
  text: string;
  lineStarts: Int32Array | undefined;
  /** What `vm` was told with `lineOffset`; undefined until a function tells. */
  lineOffset: number | undefined;
}

/**
 * The scripts of a log. Their texts are kept as they came and are made readable only when a sample falls into them:
 * most scripts of a program never get one.
 */
export class ScriptStore {
  readonly #logged = new Map<number, LoggedScript>();
  readonly #rows: LoggedScript[] = [];

  /** Notes a `script-source` line; the bytes are copied. */
  add(id: number, url: string, escaped: Uint8Array): void {
    if (this.#logged.has(id)) return;
    const copy = Buffer.from(escaped);
    // V8 writes `<unknown>` for a script without a name (eval, new Function).
    const name = url === '<unknown>' ? '' : url;
    this.#logged.set(id, { url: name, escaped: copy, row: -1, text: '', lineStarts: undefined, lineOffset: undefined });
  }

  has(id: number): boolean {
    return this.#logged.has(id);
  }

  /** The script's row in the profile's scripts; given out on the first call. */
  rowOf(id: number): ScriptIndex {
    const script = this.#logged.get(id);
    if (script === undefined) return -1;
    if (script.row < 0) {
      script.row = this.#rows.push(script) - 1;
      script.text = unescapeBytes(script.escaped ?? Buffer.alloc(0));
      script.escaped = undefined;
      script.lineStarts = findLineStarts(script.text);
    }
    return script.row;
  }

  urlOf(row: ScriptIndex): string {
    return this.#rows[row].url;
  }

  /** Row for code whose script was not logged: only its name is known. */
  rowOfUrl(url: string): ScriptIndex {
    const row = this.#rows.findIndex((script) => script.url === url);
    if (row >= 0) return row;
    return this.#rows.push({ url, escaped: undefined, row: -1, text: '', lineStarts: undefined, lineOffset: 0 }) - 1;
  }

  /** The position of a character; undefined outside of the text. `row` is from `rowOf`. */
  locate(row: ScriptIndex, character: number): LineAndColumn | undefined {
    const { lineStarts, text, lineOffset } = this.#rows[row];
    if (lineStarts === undefined || character < 0 || character > text.length) return undefined;
    const index = lastAtOrBelow(lineStarts, character);
    return { line: index + 1 + (lineOffset ?? 0), column: character - lineStarts[index] };
  }

  /**
   * Learns from one function whose line V8 itself printed whether the script's lines are counted from another one than
   * the first, as `vm.Script` allows.
   */
  learnLineOffset(row: ScriptIndex, character: number, printedLine: OneBasedLine): void {
    const script = this.#rows[row];
    if (script.lineOffset !== undefined || printedLine <= 0) return;
    const found = this.locate(row, character);
    if (found !== undefined) script.lineOffset = printedLine - found.line;
  }

  /** The profile's scripts, with what the recorder noted about them. */
  build(noted: readonly RecordedScript[]): Script[] {
    const byUrl = new Map(noted.map((script) => [pathOfUrl(script.url), script]));
    return this.#rows.map(({ url, text, lineStarts }): Script => {
      const known = url === '' ? undefined : byUrl.get(pathOfUrl(url));
      const isLogged = lineStarts !== undefined;
      // What V8 ran is known exactly here; Node's own files have neither maps nor a place on disk.
      const own = isLogged && url !== '' && !url.startsWith('node:');
      return {
        url,
        sourceMapUrl: known?.sourceMapUrl ?? (own ? findSourceMapUrl(text) : undefined),
        sourceMap: known?.sourceMap,
        contentHash: known?.contentHash ?? (own ? createHash('sha256').update(text, 'utf8').digest('hex') : undefined),
        source: isLogged ? text : undefined,
      };
    });
  }
}

/** One name for a script: the inspector, which the notes come from, gives urls where logs give paths. */
function pathOfUrl(url: string): string {
  if (!url.startsWith('file:')) return url;
  try {
    return fileURLToPath(url);
  } catch {
    return url;
  }
}
