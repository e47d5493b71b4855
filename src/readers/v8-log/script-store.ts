import { createHash } from 'node:crypto';
import { findLineStarts, lastAtOrBelow, type Script, type ScriptIndex } from '../../core/index.ts';
import { findSourceMapUrl, scriptName } from '../../urls/index.ts';
import type { RecordedScript } from '../../recording/index.ts';
import { parseLineLengths } from '../../recording/line-starts.ts';
import type { Place } from '../stacks/thread-builder.ts';
import { parseLabel } from './label.ts';
import { unescapeBytes, unescapeText } from './log-fields.ts';

interface LoggedScript {
  /** V8's number for it; -1 where only its url is known. */
  readonly id: number;
  readonly url: string;
  /** As in the log; absent where the log holds no text. */
  readonly escaped: Buffer | undefined;
  row: ScriptIndex;
  /** By character: where V8 itself says that functions begin. */
  readonly printed: Map<number, Place>;
}

/** The scripts as the profile has them, and the places of their characters. */
export type PlacedScripts = ReturnType<ScriptStore['build']>;

/** The text of a script, or as much of it as tells its lines. */
interface Text {
  readonly starts: Int32Array;
  /** In UTF-16 units. */
  readonly length: number;
  readonly text: string | undefined;
  /** What `vm` was told with `lineOffset`. */
  readonly lineOffset: number;
}

/**
 * The scripts of a log. If the log holds their texts, these are kept as they came, and made readable at the end for the
 * scripts that have samples; most never get one. If it does not, the recorder's notes at the end of the log tell where lines
 * begin. Until then only characters are known.
 */
export class ScriptStore {
  readonly #logged = new Map<number, LoggedScript>();
  readonly #rows: LoggedScript[] = [];

  /** Notes a `script-source` line; the bytes are copied. */
  add(id: number, url: string, escaped: Uint8Array): void {
    if (this.#logged.has(id)) return;
    // V8 writes `<unknown>` for a script without a name (eval, new Function).
    this.#logged.set(id, createScript(id, url === '<unknown>' ? '' : url, Buffer.from(escaped)));
  }

  /** Notes a script that a function belongs to; `label`, as in the log, names it. */
  see(id: number, label: string): void {
    if (this.#logged.has(id)) return;
    this.#logged.set(id, createScript(id, parseLabel(unescapeText(label)).url, undefined));
  }

  /** The script's row in the profile's scripts, -1 for one that was never seen; given out on the first call. */
  rowOf(id: number): ScriptIndex {
    const script = this.#logged.get(id);
    if (script === undefined) return -1;
    if (script.row < 0) script.row = this.#rows.push(script) - 1;
    return script.row;
  }

  urlOf(row: ScriptIndex): string {
    return this.#rows[row].url;
  }

  /** Row for code whose script has no number: only its name is known. */
  rowOfUrl(url: string): ScriptIndex {
    const row = this.#rows.findIndex((script) => script.url === url);
    return row >= 0 ? row : this.#rows.push(createScript(-1, url, undefined)) - 1;
  }

  /** Notes where V8 itself says that a function begins. */
  learnPlace(row: ScriptIndex, character: number, place: Place): void {
    if (place.line > 0 && character >= 0) this.#rows[row].printed.set(character, place);
  }

  /** The profile's scripts, with what the recorder noted about them. */
  build(noted: readonly RecordedScript[]) {
    const byId = new Map(noted.flatMap((script) => (script.ids ?? []).map((id) => [id, script])));
    const byUrl = new Map(noted.filter(({ ids }) => ids === undefined).map((each) => [scriptName(each.url), each]));
    const found = this.#rows.map((script) => {
      const known = byId.get(script.id) ?? (script.url === '' ? undefined : byUrl.get(scriptName(script.url)));
      return { known, text: readText(script, known) };
    });
    const scripts = this.#rows.map(({ url }, i) => describe(url, found[i].text?.text, found[i].known));
    /** Undefined where the text is not known, or has no such character. `row` is from `rowOf`. */
    const locate = (row: ScriptIndex, character: number): Place | undefined => {
      const { text } = found[row];
      return text === undefined ? this.#rows[row].printed.get(character) : placeIn(text, character);
    };
    return { scripts, locate };
  }
}

const createScript = (id: number, url: string, escaped: Buffer | undefined): LoggedScript => ({
  id,
  url,
  escaped,
  row: -1,
  printed: new Map(),
});

function describe(url: string, text: string | undefined, known: RecordedScript | undefined): Script {
  const name = url === '' ? (known?.url ?? '') : url;
  // What V8 ran is known exactly here; Node's own files have neither maps nor a place on disk.
  const own = text !== undefined && name !== '' && !name.startsWith('node:');
  const contentHash = known?.contentHash ?? (own ? hashOf(text) : undefined);
  const isFileText = own && known?.contentHash !== undefined ? isTextOf(text, known.contentHash) : undefined;
  return {
    url: name,
    sourceMapUrl: known?.sourceMapUrl ?? (own && known?.sourceMap === undefined ? findSourceMapUrl(text) : undefined),
    sourceMap: known?.sourceMap,
    contentHash,
    source: text,
    ...(isFileText !== undefined && { isFileText }),
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** Node leaves a byte order mark to V8 in CommonJS modules, not in ES modules. */
const isTextOf = (text: string, hash: string): boolean => hashOf(text) === hash || hashOf(`\uFEFF${text}`) === hash;

function readText({ escaped, printed }: LoggedScript, known: RecordedScript | undefined): Text | undefined {
  const text = escaped === undefined ? known?.source : unescapeBytes(escaped);
  const ends = text === undefined && known?.lines !== undefined ? parseLineLengths(known.lines) : undefined;
  const starts = text === undefined ? ends?.subarray(0, -1) : findLineStarts(text);
  const length = text === undefined ? ends?.at(-1) : text.length;
  if (starts === undefined || length === undefined) return undefined;
  const found = { starts, length, text, lineOffset: 0 };
  // One function whose line V8 printed tells whether lines are counted from another than the first, as `vm` allows.
  for (const [character, { line }] of printed) {
    const place = placeIn(found, character);
    if (place !== undefined) return { ...found, lineOffset: line - place.line };
  }
  return found;
}

function placeIn({ starts, length, lineOffset }: Text, character: number): Place | undefined {
  if (character < 0 || character > length) return undefined;
  const index = lastAtOrBelow(starts, character);
  return { line: index + 1 + lineOffset, column: character - starts[index] };
}
