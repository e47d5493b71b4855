import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { notWritable, type Section } from './section.ts';

/** What stands between a profile and the facts. */
export const FACTS_KEY = ',"$heatline":';

/** The facts, as JSON, with how many samples were kept. */
export const withKept = (facts: string, keptOneIn: number): string =>
  keptOneIn === 1 ? facts : `${facts.slice(0, -1)},"keptOneIn":${keptOneIn}}`;

type Pieces = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

/** Writes a profile, whose text without the last brace is given in pieces, with the facts as its last key. */
export async function writeProfile(file: string, pieces: () => Pieces, facts: string): Promise<Section> {
  let profileEnd = 0;
  const parts = async function* () {
    for await (const piece of pieces()) {
      profileEnd += Buffer.byteLength(piece);
      yield piece;
    }
    yield `${FACTS_KEY}${facts}}\n`;
  };
  await writeWhole(file, parts());
  return { format: 'cpuprofile', file, profileEnd };
}

/**
 * Writes a recording whole or not at all: a temporary file beside it is renamed. Rejects with a `RecordingError`
 * (`output-not-writable`).
 */
export async function writeWhole(output: string, parts: Pieces): Promise<void> {
  const temporary = path.join(path.dirname(output), `.${path.basename(output)}.${randomUUID()}`);
  try {
    await mkdir(path.dirname(output), { recursive: true, mode: 0o700 });
    const file = await open(temporary, 'wx', 0o600);
    try {
      for await (const part of parts) await file.writeFile(part);
    } finally {
      await file.close();
    }
    await rename(temporary, output);
  } catch (error) {
    await rm(temporary, { force: true });
    throw notWritable(output, error);
  }
}
