import { stat } from 'node:fs/promises';
import { type CandidateText, findLineStarts, type Milliseconds } from '../../core/index.ts';
import type { RecordedScript } from '../../recording/index.ts';
import { NativeLines } from '../../readers/v8-log/native-functions.ts';
import { decodeDataUrl, findSourceMapUrl } from '../../urls/index.ts';
import { readKeptMap } from './kept-map.ts';
import { hashOf, readRegularFile } from './read-regular-file.ts';

/** Longer texts are not kept, in UTF-16 units: of these only lengths and lines are compared later. */
const LONGEST_KEPT = 1_000_000;

/** A text, with what is looked up in it. */
export interface ScriptText extends CandidateText {
  readonly starts: Int32Array;
  readonly length: number;
  /** Undefined where it is too long to be kept. */
  readonly text: string | undefined;
}

/** A file as it was when it was read. */
export interface ReadFile {
  /** What Node may make of it. */
  readonly texts: readonly ScriptText[];
  readonly note: FileNote;
  /** When it, or its name or owner, was changed last, Unix time. */
  readonly changedAt: Milliseconds;
  /** Differs where the file is not the same any more. */
  readonly stamp: string;
}

type FileNote = Pick<RecordedScript, 'contentHash' | 'sourceMap' | 'sourceMapUrl'>;

/** What files hold. Threads and processes run the same ones, which may be large and many: each is read once. */
export class FileTexts {
  /** Of the Nodes that ran them. */
  readonly natives = new NativeLines();
  readonly #files = new Map<string, Promise<ReadFile | undefined>>();

  /** Undefined where it cannot be read. */
  async read(file: string): Promise<ReadFile | undefined> {
    const known = this.#files.get(file);
    if (known !== undefined) {
      const [then, now] = await Promise.all([known, findStamp(file)]);
      if (then !== undefined && then.stamp === now?.stamp) return then;
    }
    const reading = readFile(file);
    this.#files.set(file, reading);
    return reading;
  }
}

async function readFile(file: string): Promise<ReadFile | undefined> {
  const bytes = await readRegularFile(file);
  // Asked after reading, so that a change in between is noticed.
  const found = await findStamp(file);
  if (bytes === undefined || found === undefined) return undefined;
  const text = bytes.toString('utf8');
  // Node leaves a byte order mark to V8 in CommonJS modules, not in ES modules.
  const texts = text.startsWith('\uFEFF') ? [text, text.slice(1)] : [text];
  const map = mapOf(findSourceMapUrl(text));
  const { builtAt, ...stamped } = found;
  const sourceMap = map.sourceMapUrl && (await readKeptMap(file, builtAt, map.sourceMapUrl));
  const note = { contentHash: hashOf(bytes), ...map, ...(sourceMap && { sourceMap }) };
  return { texts: texts.map(scriptText), note, ...stamped };
}

export function scriptText(whole: string): ScriptText {
  const starts = findLineStarts(whole);
  const text = whole.length > LONGEST_KEPT ? undefined : whole;
  const line = (number: number): string | undefined => text?.slice(starts[number - 1], starts[number]);
  return { starts, length: whole.length, text, line };
}

/** `builtAt`: a file that is moved or made executable later is no later build. */
async function findStamp(file: string) {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  const { dev, ino, size, mtimeMs, ctimeMs } = found;
  return { builtAt: mtimeMs, changedAt: Math.max(mtimeMs, ctimeMs), stamp: [dev, ino, size, mtimeMs, ctimeMs].join() };
}

/** The map itself where it is in the url, which may be as long as the text. */
export function mapOf(url: string | undefined): Pick<RecordedScript, 'sourceMap' | 'sourceMapUrl'> {
  const sourceMap = url === undefined ? undefined : decodeDataUrl(url)?.toString();
  return sourceMap === undefined ? { sourceMapUrl: url } : { sourceMap };
}
