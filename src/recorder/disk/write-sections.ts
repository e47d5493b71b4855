import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, rm, stat, truncate } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type IndexedThread, THREADS_LINE } from '../../recording/threads.ts';
import type { FinishedThread, TreeCpu } from './section.ts';

/** From a byte to before another. */
type Range = [from: number, until: number];

/**
 * Puts the sections of threads one after the other into the first one's file, and the index behind them. That file grows by
 * the others: a recording may be large, and one that is followed keeps its identity. Where the disk is full, the index says
 * which threads had no room. Rejects where not even the first section is kept.
 */
export async function writeSections(threads: readonly FinishedThread[], treeCpu: TreeCpu): Promise<void> {
  const [first, ...others] = threads.flatMap(({ facts, section }) => (section ? [{ id: facts.id, section }] : []));
  const { file } = first.section;
  const ranges = new Map<number, Range>([[first.id, [0, (await stat(file)).size]]]);
  for (const { id, section } of others) {
    const range = await appendFileTo(file, section.file);
    if (range) ranges.set(id, range);
    await rm(section.file, { force: true });
  }
  await appendIndex(file, threads, ranges, treeCpu);
}

/** Where it stands then; undefined where there is no room for all of it. */
async function appendFileTo(file: string, part: string): Promise<Range | undefined> {
  const from = (await stat(file)).size;
  try {
    await pipeline(createReadStream(part), createWriteStream(file, { flags: 'a' }));
    return [from, (await stat(file)).size];
  } catch {
    await truncate(file, from);
    return undefined;
  }
}

/** Where there is no room for it, the last section makes some; the first one stays, and needs no index when alone. */
async function appendIndex(
  file: string,
  threads: readonly FinishedThread[],
  ranges: Map<number, Range>,
  treeCpu: TreeCpu,
): Promise<void> {
  const indexed = threads.map(({ facts, section }): IndexedThread => {
    const at = ranges.get(facts.id);
    if (at !== undefined) return { ...facts, at };
    return section === undefined ? facts : { ...facts, recorded: false, reason: 'disk-full' };
  });
  const [id, [from, until]] = [...ranges].at(-1) as [number, Range];
  try {
    await appendFile(file, `${THREADS_LINE}${JSON.stringify({ threads: indexed, ...treeCpu })}\n`);
  } catch {
    const isAlone = ranges.size === 1;
    await truncate(file, isAlone ? until : from);
    ranges.delete(id);
    if (!isAlone) await appendIndex(file, threads, ranges, treeCpu);
  }
}
