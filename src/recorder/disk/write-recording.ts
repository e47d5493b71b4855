import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { readRange } from './read-range.ts';
import { FACTS_KEY, writeWhole } from './write-profile.ts';
import { type TreeCpu, type FinishedThread, notWritable, type Section } from './section.ts';
import { writeSections } from './write-sections.ts';
import { RecordingError } from '../../recording/index.ts';
import { type IndexedThread, type ThreadIndex, THREADS_KEY } from '../../recording/threads.ts';

type WrittenThread = FinishedThread & { readonly section: Section };

/**
 * Puts the sections of a recording's threads into one file, as `ThreadIndex` describes, and gives its path: `output`, with
 * the ending that suits it. The sections' own files are gone or may go then. At least one thread has a section. Rejects
 * with a {@link RecordingError} (`output-not-writable`).
 */
export async function writeRecording(
  output: string,
  threads: readonly FinishedThread[],
  treeCpu: TreeCpu,
): Promise<string> {
  const written = threads.filter((thread): thread is WrittenThread => thread.section !== undefined);
  const [{ section: first }] = written;
  const isLog = written.some(({ section }) => section.format === 'v8log');
  const file = isLog ? output.replace(/(\.(cpuprofile|v8log))?$/, '.v8log') : output;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const isIndexed = threads.length > 1 || !isNothingTold(treeCpu);
    if (isIndexed && !isLog) {
      try {
        await writeProfiles(file, threads, written, treeCpu);
        return file;
      } catch (error) {
        // Where there is no room for both: a thread that is alone needs no index.
        if (threads.length > 1) throw error;
      }
    }
    if (isIndexed && isLog) await writeSections(threads, treeCpu);
    await rename(first.file, file);
    return file;
  } catch (error) {
    throw error instanceof RecordingError ? error : notWritable(file, error);
  }
}

/** As where the system does not tell, and of a page. */
const isNothingTold = ({ unrecorded, treeCpuUs }: TreeCpu): boolean =>
  treeCpuUs === undefined && unrecorded.length === 0;

async function writeProfiles(
  file: string,
  threads: readonly FinishedThread[],
  written: readonly WrittenThread[],
  treeCpu: TreeCpu,
): Promise<void> {
  const [{ section: first, facts }, ...others] = written;
  const [opening, end] = others.length > 0 ? [`,"${THREADS_KEY}":[`, ']'] : ['', ''];
  let at = first.profileEnd + opening.length;
  const places = new Map<number, [from: number, until: number]>();
  const profiles: { readonly file: string; readonly size: number }[] = [];
  for (const { section, facts: about } of others) {
    // Without the newline at its end.
    const size = (await stat(section.file)).size - 1;
    profiles.push({ file: section.file, size });
    places.set(about.id, [at, at + size]);
    at += size + 1;
  }
  const heart = await readFacts(first);
  const closing = closeProfiles(others.length > 0 ? at - 1 : at, (size) => {
    places.set(facts.id, [0, size]);
    const placed = threads.map((thread): IndexedThread => ({ ...thread.facts, at: places.get(thread.facts.id) }));
    const index: ThreadIndex = { threads: placed, ...treeCpu };
    return `${end}${FACTS_KEY}${heart.slice(0, -1)},"threads":${JSON.stringify(index)}}}\n`;
  });
  const parts = async function* () {
    yield* startOf(first.file, first.profileEnd);
    yield opening;
    for (const [number, profile] of profiles.entries()) {
      if (number > 0) yield ',';
      yield* startOf(profile.file, profile.size);
    }
    yield closing;
  };
  await writeWhole(file, parts());
  for (const { section } of written) await rm(section.file, { force: true });
}

/** What stands beside the samples of a section, as JSON. */
async function readFacts({ file, profileEnd }: Section): Promise<string> {
  const { size } = await stat(file);
  return (await readRange(file, profileEnd + FACTS_KEY.length, size - '}\n'.length)).toString('utf8');
}

/** What ends the file, which names the file's size in bytes. `before`: bytes that stand before it. */
function closeProfiles(before: number, textFor: (size: number) => string): string {
  let size = before;
  for (;;) {
    const text = textFor(size);
    const whole = before + Buffer.byteLength(text);
    if (whole === size) return text;
    size = whole;
  }
}

const startOf = (file: string, end: number): AsyncIterable<Buffer> => createReadStream(file, { end: end - 1 });
