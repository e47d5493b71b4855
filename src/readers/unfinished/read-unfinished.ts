import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Profile, type Profiles, withThreads } from '../../core/index.ts';
import { parseHeatlineSection } from '../../recording/facts.ts';
import { parseUnfinishedNote, threadOfJournal, UNFINISHED_NOTE, type UnfinishedNote } from '../../recording/journal.ts';
import type { ThreadFacts } from '../../recording/threads.ts';
import { readCpuprofile } from '../cpuprofile/read.ts';
import { FormatError } from '../format-error.ts';
import { clockUntil } from '../time/records-file.ts';
import { readV8Log } from '../v8-log/read.ts';
import { type JournalState, readJournal } from './journal-state.ts';

/** The note that an unfinished recording has about itself; undefined for a file, and for a folder that is no recording. */
export async function readUnfinishedNote(folder: string): Promise<UnfinishedNote | undefined> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return undefined;
  const text = await readFile(path.join(folder, UNFINISHED_NOTE), 'utf8').catch(() => '');
  return parseUnfinishedNote(text);
}

/** The journals of an unfinished recording, the first thread's first. */
export async function readJournals(folder: string): Promise<readonly JournalState[]> {
  const names = await readdir(folder);
  const ids = names.map(threadOfJournal).filter((id) => id !== undefined);
  const states: JournalState[] = [];
  for (const id of ids.sort((a, b) => a - b)) states.push(await readJournal(path.join(folder, `thread-${id}.journal`)));
  return states;
}

/**
 * Reads a recording that is not finished, as far as it goes: a profile for each thread with samples. Throws `FormatError` if
 * there are none yet.
 */
export async function readUnfinished(folder: string): Promise<Profiles> {
  const profiles: Profile[] = [];
  for (const state of await readJournals(folder)) {
    const profile = await readThread(folder, state);
    if (profile) profiles.push(profile);
  }
  if (profiles.length === 0)
    throw new FormatError(folder, 'the recording in it was not finished, and no sample had come');
  const threads = profiles.map(({ recording }) => recording.thread).filter((thread) => thread !== undefined);
  return withThreads(profiles, { threads, unrecorded: [] });
}

async function readThread(folder: string, state: JournalState): Promise<Profile | undefined> {
  const { sealed, log, profile } = state;
  if (sealed) {
    const file = path.join(folder, sealed.file);
    return sealed.format === 'v8log' ? readV8Log(file) : readCpuprofile(file);
  }
  const facts = factsText(state);
  if (log !== undefined) return readV8Log(path.join(folder, log), { facts });
  return profile && readCpuprofile(path.join(folder, profile.file), { facts });
}

/** The `$heatline` of a thread's samples as JSON, with everything that its journal knows. */
export function factsText({ facts, clock, scripts, profile }: Omit<JournalState, 'log' | 'sealed'>): string {
  const anchorUs = threadIn(facts)?.startUs;
  const readings = clock && clockUntil(clock.first, undefined, clock.records);
  return JSON.stringify({
    ...(facts ?? { version: 1 }),
    scripts,
    cpuClock: readings && { ...readings, anchorUs },
    keptOneIn: profile?.keptOneIn,
  });
}

/** The thread that facts are about. */
export const threadIn = (facts: JournalState['facts']): ThreadFacts | undefined =>
  facts && parseHeatlineSection('', facts).facts.thread;
