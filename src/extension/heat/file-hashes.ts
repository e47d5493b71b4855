import { readNamedFile, sha256, stampOfNamedFile } from '../files-of-recording.ts';

/** So many files' hashes are remembered. */
const remembered = 200;

/** Hashes of files on disk, each computed again only when the file was touched, and never on this thread. */
export class FileHashes {
  readonly #known = new Map<string, { readonly stamp: string; readonly hash: Promise<string | undefined> }>();

  /** SHA-256 (hex) of a file's bytes; undefined for a file that cannot be read. */
  async of(file: string): Promise<string | undefined> {
    const stamp = await stampOfNamedFile(file);
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

async function hashOf(file: string): Promise<string | undefined> {
  const bytes = await readNamedFile(file);
  return bytes && (await sha256(bytes));
}
