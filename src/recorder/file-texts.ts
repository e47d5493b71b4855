import { stat } from 'node:fs/promises';
import type { Milliseconds } from '../core/index.ts';
import type { RecordedScript } from '../recording/index.ts';
import { findLineStarts } from '../recording/line-starts.ts';
import { decodeDataUrl } from '../urls/index.ts';
import { hashOf, readRegularFile } from './read-regular-file.ts';
import { mapUrlOf } from './recorded-scripts.ts';

/** A file as it was when it was read. */
interface ReadFile {
  /** What Node may make of it. */
  readonly texts: readonly FileText[];
  readonly note: FileNote;
  /** When it, or its name or owner, was changed last, Unix time. */
  readonly changedAt: Milliseconds;
  /** Differs where the file is not the same any more. */
  readonly stamp: string;
}

export interface FileText {
  readonly starts: Int32Array;
  /** In UTF-16 units. */
  readonly length: number;
}

type FileNote = Pick<RecordedScript, 'contentHash' | 'sourceMap' | 'sourceMapUrl'>;

/** What files hold. Threads and processes run the same ones, which may be large and many: each is read once. */
export class FileTexts {
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
  // Behind it: of a file that was changed meanwhile it has to be known.
  const found = await findStamp(file);
  if (bytes === undefined || found === undefined) return undefined;
  const texts = textsIn(bytes).map((text) => ({ starts: findLineStarts(text), length: text.length }));
  return { texts, note: { contentHash: hashOf(bytes), ...mapOf(mapUrlOf(bytes)) }, ...found };
}

async function findStamp(file: string): Promise<Pick<ReadFile, 'changedAt' | 'stamp'> | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  const { dev, ino, size, mtimeMs, ctimeMs } = found;
  return { changedAt: Math.max(mtimeMs, ctimeMs), stamp: [dev, ino, size, mtimeMs, ctimeMs].join() };
}

/** What Node may make of a file: it leaves a byte order mark to V8 in CommonJS modules, not in ES modules. */
export function textsIn(bytes: Buffer): readonly string[] {
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? [text, text.slice(1)] : [text];
}

/** The map itself where it is in the url, which may be as long as the text. */
export function mapOf(url: string | undefined): Pick<RecordedScript, 'sourceMap' | 'sourceMapUrl'> {
  const sourceMap = url === undefined ? undefined : decodeDataUrl(url)?.toString();
  return sourceMap === undefined ? { sourceMapUrl: url } : { sourceMap };
}
