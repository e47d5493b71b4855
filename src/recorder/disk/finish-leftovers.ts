import { createReadStream, existsSync, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { finishLog } from './complete-log.ts';
import { writeProfile } from './write-profile.ts';
import type { FinishedThread, Section } from './section.ts';
import { listWorkFolders, removeFolder } from './work-folder.ts';
import { writeRecording } from './write-recording.ts';
import { NativeLines } from '../../readers/v8-log/native-functions.ts';
import type { JournalState } from '../../readers/unfinished/journal-state.ts';
import { factsText, readJournals, readUnfinishedNote, threadIn } from '../../readers/unfinished/read-unfinished.ts';
import { type Diagnostic, isAlive } from '../../recording/index.ts';
import type { UnfinishedNote } from '../../recording/journal.ts';
import type { ThreadFacts } from '../../recording/threads.ts';

/** A recording whose recorder was killed, made whole. */
export interface FinishedLeftover {
  /** Absolute path. */
  readonly recording: string;
  /** What a person calls the program by. */
  readonly program: string;
  /** Unix time in milliseconds. */
  readonly startedAt: number;
}

/**
 * Makes recordings of what recorders that were killed have left in a folder of recordings. Those whose recorder or program
 * still lives are left alone. Never rejects: what cannot be read stays where it is.
 */
export async function finishLeftovers(parent: string): Promise<FinishedLeftover[]> {
  const finished: FinishedLeftover[] = [];
  for (const folder of await listWorkFolders(parent)) {
    const leftover = await finishOne(folder).catch(() => undefined);
    if (leftover) finished.push(leftover);
  }
  return finished;
}

async function finishOne(folder: string): Promise<FinishedLeftover | undefined> {
  const note = await readUnfinishedNote(folder);
  if (note === undefined || isAlive(note.recorder)) return undefined;
  const states = await readJournals(folder);
  const threads = states.map(({ facts }) => threadIn(facts));
  if (threads.some((thread) => thread && isAlive(thread.pid))) return undefined;
  const finished: FinishedThread[] = [];
  for (const [i, state] of states.entries()) {
    const facts = threads[i];
    if (!facts) continue;
    const section = await writeSection(folder, state, facts);
    if (section) finished.push({ facts: { ...facts, recorded: true }, section });
  }
  const { program, startedAt } = note;
  if (finished.length === 0) {
    await removeFolder(folder);
    return undefined;
  }
  const recording = await writeRecording(placeFor(folder, note), finished, { unrecorded: [] });
  await removeFolder(folder);
  return { recording, program, startedAt };
}

/** Beside the place that was meant: another run may have taken that, or may be about to. */
function placeFor(folder: string, { output }: UnfinishedNote): string {
  const name = path.basename(output).replace(/\.(cpuprofile|v8log)$/, '');
  for (let number = 1; ; number++) {
    const file = path.join(path.dirname(folder), `${name}-unfinished${number > 1 ? `-${number}` : ''}`);
    if (!['.cpuprofile', '.v8log'].some((ending) => existsSync(`${file}${ending}`))) return `${file}.cpuprofile`;
  }
}

async function writeSection(folder: string, state: JournalState, { id }: ThreadFacts): Promise<Section | undefined> {
  const { sealed, log, profile } = state;
  if (sealed) return { ...sealed, file: path.join(folder, sealed.file), profileEnd: sealed.profileEnd ?? NaN };
  const killed: Diagnostic = { code: 'recorder-killed', severity: 'warning' };
  const facts = { ...state.facts, findings: [killed] };
  if (log !== undefined) {
    const textWith = (noticed: readonly Diagnostic[] = []): string =>
      factsText({ ...state, facts: { ...facts, findings: [killed, ...noticed] } });
    return finishLog(path.join(folder, log), textWith, new NativeLines());
  }
  if (!profile) return undefined;
  const grown = path.join(folder, profile.file);
  const { size } = await stat(grown);
  // Without its last brace.
  const pieces = (): ReadStream => createReadStream(grown, { end: size - 2 });
  return writeProfile(path.join(folder, `section-${id}`), pieces, factsText({ ...state, facts }));
}
