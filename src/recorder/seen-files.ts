import type { Protocol } from 'devtools-protocol';
import { hashOf, readRegularFile } from './read-regular-file.ts';
import { filePathOf } from './recorded-scripts.ts';

/** Files of dependencies are not edited while they run; larger ones are nobody's to edit. In bytes. */
const LONGEST_KEPT = 1_000_000;
const isDependency = (url: string): boolean => url.includes('/node_modules/');

/** A file as it was when samples first came from its script. */
interface SeenFile {
  /** SHA-256 (hex) of its bytes. */
  readonly hash: string;
  readonly text: string;
}

/** What the files of a program held soon after they were loaded: they may be edited while it runs. */
export class SeenFiles {
  readonly #files = new Map<string, Promise<SeenFile | undefined>>();

  /** Reads the files of scripts that were not met before. `frames`: call frames as JSON. */
  look(frames: readonly string[]): void {
    for (const frame of frames) {
      const { url } = JSON.parse(frame) as Protocol.Runtime.CallFrame;
      if (!this.#files.has(url) && !isDependency(url)) this.#files.set(url, readSeen(url));
    }
  }

  /** The hash of a script's file as it was when it was met; undefined where it was not looked at. */
  async hashOf(url: string): Promise<string | undefined> {
    return (await this.#files.get(url))?.hash;
  }

  /** The same where a text that ran is what the file held then, with or without its types. */
  async hashIfRan(url: string, ran: string): Promise<string | undefined> {
    const seen = await this.#files.get(url);
    return seen !== undefined && isBlanked(ran, seen.text) ? seen.hash : undefined;
  }
}

async function readSeen(url: string): Promise<SeenFile | undefined> {
  const file = filePathOf(url);
  const bytes = file === undefined ? undefined : await readRegularFile(file);
  if (bytes === undefined || bytes.length > LONGEST_KEPT) return undefined;
  return { hash: hashOf(bytes), text: bytes.toString('utf8') };
}

/** Whether a text is another one in which parts are blank, as type stripping leaves it; it may name itself at its end. */
function isBlanked(ran: string, text: string): boolean {
  if (!/^\s*(\/\/# sourceURL=.*\s*)?$/.test(ran.slice(text.length)) || ran.length < text.length) return false;
  for (let i = 0; i < text.length; i++) if (ran[i] !== text[i] && !/[\s;]/.test(ran[i])) return false;
  return true;
}
