import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, readFile, rm, stat, truncate } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Diagnostic, reasonOf } from '../recording/index.ts';
import { type IndexedThread, THREADS_LINE } from '../recording/threads.ts';
import { type TreeCpu, FACTS_LINE, type FinishedThread, type Section } from './section.ts';

const NEWLINE = 0x0a;
/** What is left free for the index where the disk is full, in bytes. */
const ROOM_FOR_INDEX = 1 << 16;
/** A section that finds no room is held in memory while its own file makes some, up to so many bytes. */
const MOST_IN_MEMORY = 1 << 28;

/** From a byte to before another. */
type Range = [from: number, until: number];

/**
 * Puts the sections of threads one after the other into the first one's file, and the index behind them. That file grows by
 * the others: a recording may be large, and one that is followed keeps its identity. Where the disk is full, what still fits
 * is kept: a log that is cut says so itself, and of a thread that has no room the index says so. Rejects where not even the
 * first section is kept.
 */
export async function writeSections(threads: readonly FinishedThread[], treeCpu: TreeCpu): Promise<void> {
  const written = threads.flatMap(({ facts, section }) => (section ? [{ id: facts.id, section }] : []));
  const [first, ...others] = written;
  const { file } = first.section;
  const ranges = new Map<number, Range>([[first.id, [0, (await stat(file)).size]]]);
  let isFull = false;
  for (const { id, section } of others) {
    const from = (await stat(file)).size;
    const isWhole: boolean = !isFull && (await appendSection(file, from, section));
    const until = (await stat(file)).size;
    if (until > from) ranges.set(id, [from, until]);
    isFull ||= !isWhole;
    await rm(section.file, { force: true });
  }
  await appendIndex(file, threads, ranges, treeCpu);
}

/** Whether the file took all of a section; of one that it did not, it has a part that makes sense, or nothing. */
async function appendSection(file: string, from: number, section: Section): Promise<boolean> {
  try {
    await pipeline(createReadStream(section.file), createWriteStream(file, { flags: 'a' }));
    return true;
  } catch {
    await truncate(file, from);
  }
  if ((await stat(section.file)).size > MOST_IN_MEMORY) return false;
  const bytes = await readFile(section.file);
  await rm(section.file);
  try {
    await appendFile(file, bytes);
    return true;
  } catch (error) {
    const room = (await stat(file)).size - from;
    await truncate(file, from);
    const part = section.format === 'v8log' ? cutLog(bytes, room - ROOM_FOR_INDEX, reasonOf(error)) : undefined;
    if (part) await appendFile(file, part).catch(() => truncate(file, from));
    return false;
  }
}

/** As many whole lines of a log as there is room for, with its facts, which say that it was cut; undefined without room. */
function cutLog(log: Buffer, room: number, reason: string): Buffer | undefined {
  const at = log.lastIndexOf(FACTS_LINE, log.lastIndexOf(NEWLINE, -2) + 1);
  if (at < 1 || log[at - 1] !== NEWLINE) return undefined;
  const facts = JSON.parse(log.toString('utf8', at + FACTS_LINE.length)) as { readonly findings?: readonly object[] };
  const cut: Diagnostic = { code: 'log-cut', severity: 'warning', reason };
  const ending = Buffer.from(
    `${FACTS_LINE}${JSON.stringify({ ...facts, findings: [...(facts.findings ?? []), cut] })}\n`,
  );
  const last = Math.min(at, room - ending.length) - 1;
  const end = last < 0 ? 0 : log.lastIndexOf(NEWLINE, last) + 1;
  return end === 0 ? undefined : Buffer.concat([log.subarray(0, end), ending]);
}

/** Where there is no room for it either, the last section makes some; the first one stays, and needs no index when alone. */
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
