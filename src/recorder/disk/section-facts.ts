import { open, stat } from 'node:fs/promises';
import { FACTS_KEY } from './write-profile.ts';
import { readRange } from './read-range.ts';
import { FACTS_LINE, type Section } from './section.ts';
import type { Ending } from '../../recording/index.ts';

const NEWLINE = 0x0a;
/** The facts of most recordings are shorter, in bytes. */
const LIKELY_SIZE = 1 << 16;

/** Tells anew how a thread's program ended, in a section that is on disk since before that was known, as {@link replaceFacts} does. */
export const updateEnding = (section: Section, ending: Ending): Promise<void> =>
  replaceFacts(section, (before) => ({ ...before, end: ending }));

/**
 * Puts other facts in place of those in a section that is on disk; `from` is the byte at which they begin, `closing` what ends the
 * file behind them. In place: whoever is killed meanwhile leaves the rest of the section. Rejects where the file cannot be
 * written; its facts are then as before.
 */
export async function replaceFacts(
  section: Section,
  change: (before: object, from: number, closing: string) => object,
): Promise<void> {
  const { text: before, from, closing } = await readFacts(section);
  const after = change(JSON.parse(before) as object, from, closing);
  const handle = await open(section.file, 'r+');
  const write = async (facts: string): Promise<void> => {
    const bytes = Buffer.from(facts + closing);
    // A disk that gets full takes a part of what it is given.
    for (let done = 0; done < bytes.length;)
      done += (await handle.write(bytes, done, bytes.length - done, from + done)).bytesWritten;
    await handle.truncate(from + bytes.length);
  };
  try {
    await write(JSON.stringify(after)).catch((error: unknown) =>
      write(before).then(() => Promise.reject(error as Error)),
    );
  } finally {
    await handle.close();
  }
}

/** What stands beside the samples of a section: its JSON, the byte at which it begins, and what ends the file behind it. */
export async function readFacts({ format, file, profileEnd }: Section) {
  const { size } = await stat(file);
  const closing = format === 'v8log' ? '\n' : '}\n';
  const until = size - closing.length;
  const from =
    format === 'v8log' ? (await findLastLine(file, until)) + FACTS_LINE.length : profileEnd + FACTS_KEY.length;
  return { text: (await readRange(file, from, until)).toString('utf8'), from, closing };
}

/** The byte at which the last line of a file begins that ends before a byte. */
async function findLastLine(file: string, until: number): Promise<number> {
  for (let length = LIKELY_SIZE; ; length *= 4) {
    const from = Math.max(0, until - length);
    const at = (await readRange(file, from, until)).lastIndexOf(NEWLINE);
    if (at >= 0 || from === 0) return from + at + 1;
  }
}
