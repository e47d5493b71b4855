import { webcrypto } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isOnNetwork } from '../urls/index.ts';
import { readRegularFile } from '../recorder/scripts/read-regular-file.ts';

/**
 * The bytes of a file that a recording names; undefined where it cannot be read, is no regular file or lies on another
 * machine.
 */
export async function readNamedFile(
  file: string,
  platform: string = process.platform,
): Promise<Buffer<ArrayBuffer> | undefined> {
  return isOnNetwork(file, platform) ? undefined : readRegularFile(file);
}

/**
 * Identifies the content of a file that a recording names: the stamp is another one as soon as anybody wrote to the file,
 * since whoever writes cannot set back the time of change. Undefined where it is unknown or the file lies on another
 * machine.
 */
export async function stampOfNamedFile(file: string, platform: string = process.platform): Promise<string | undefined> {
  if (isOnNetwork(file, platform)) return undefined;
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && [found.mtimeNs, found.ctimeNs, found.size, found.ino].join();
}

/** When a file was last written: Unix time in milliseconds; undefined where there is none. */
export const lastWrite = async (file: string): Promise<number | undefined> =>
  (await stat(file).catch(() => undefined))?.mtimeMs;

/** SHA-256 (hex) of bytes, computed off this thread, which is the one that VS Code's extensions share. */
export async function sha256(bytes: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

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
