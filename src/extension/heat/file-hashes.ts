import { stat } from 'node:fs/promises';
import { readRegularFile } from '../../recorder/read-regular-file.ts';
import { sha256 } from '../sha256.ts';

/** So many files' hashes are remembered. */
const remembered = 200;

/** Hashes of files on disk, each computed again only when the file was touched, and never on this thread. */
export class FileHashes {
  readonly #known = new Map<string, { readonly stamp: string; readonly hash: Promise<string | undefined> }>();

  /** SHA-256 (hex) of a file's bytes; undefined for a file that cannot be read. */
  async of(file: string): Promise<string | undefined> {
    const stamp = await stampOf(file);
    if (stamp === undefined) return undefined;
    const known = this.#known.get(file);
    if (known?.stamp === stamp) return known.hash;
    const hash = hashOf(file);
    this.#known.delete(file);
    this.#known.set(file, { stamp, hash });
    const [oldest] = this.#known.keys();
    if (this.#known.size > remembered) this.#known.delete(oldest);
    return hash;
  }
}

/** Another one as soon as anybody wrote to the file; the time of change cannot be set back by who writes. */
async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeNs, ctimeNs, size, ino } = await stat(file, { bigint: true });
    return [mtimeNs, ctimeNs, size, ino].join();
  } catch {
    return undefined;
  }
}

async function hashOf(file: string): Promise<string | undefined> {
  const bytes = await readRegularFile(file);
  return bytes && (await sha256(bytes));
}
