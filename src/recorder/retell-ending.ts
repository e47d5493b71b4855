import { open, stat } from 'node:fs/promises';
import { FACTS_KEY } from './raw-profile.ts';
import { readRange } from './read-range.ts';
import type { Section } from './section.ts';
import { FACTS_LINE } from './write-sections.ts';
import type { Ending } from '../recording/index.ts';

const NEWLINE = 0x0a;
/** The facts of most recordings are shorter, in bytes. */
const LIKELY_SIZE = 1 << 16;

/** Where the JSON of a section's facts is in its file, and what ends the file behind it. */
interface PlaceOfFacts {
  readonly from: number;
  readonly until: number;
  readonly closing: string;
}

/**
 * Tells anew how a thread's program ended, in a section that is on disk since before that was known. In place: whoever is killed
 * meanwhile leaves the rest of the section. Rejects where the file cannot be written.
 */
export async function retellEnding(section: Section, ending: Ending): Promise<void> {
  const { file } = section;
  const { from, until, closing } = await findFacts(section);
  const facts = JSON.parse((await readRange(file, from, until)).toString('utf8')) as object;
  const text = Buffer.from(JSON.stringify({ ...facts, end: ending }) + closing);
  const handle = await open(file, 'r+');
  try {
    await handle.write(text, 0, text.length, from);
    await handle.truncate(from + text.length);
  } finally {
    await handle.close();
  }
}

async function findFacts({ format, file, profileEnd }: Section): Promise<PlaceOfFacts> {
  const { size } = await stat(file);
  if (format !== 'v8log') return { from: profileEnd + FACTS_KEY.length, until: size - 2, closing: '}\n' };
  const until = size - 1;
  return { from: (await findLastLine(file, until)) + FACTS_LINE.length, until, closing: '\n' };
}

/** The byte at which the last line of a file begins that ends before a byte. */
async function findLastLine(file: string, until: number): Promise<number> {
  for (let length = LIKELY_SIZE; ; length *= 4) {
    const from = Math.max(0, until - length);
    const at = (await readRange(file, from, until)).lastIndexOf(NEWLINE);
    if (at >= 0 || from === 0) return from + at + 1;
  }
}
