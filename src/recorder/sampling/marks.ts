import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { attempt } from '../../core/index.ts';
import type { Diagnostic } from '../../recording/index.ts';
import type { RecordedMark } from '../../recording/facts.ts';
import type { ThreadFacts } from '../../recording/threads.ts';
import { type MarkNote, MARKS_FOLDER, marksOfProcess, marksOfWorker } from '../../recording/mark-notes.ts';

/** What a thread marked of its time, and what was noticed of that. */
export interface ThreadMarks {
  /** In order of their starts. */
  readonly marks: readonly RecordedMark[];
  readonly noticed: readonly Diagnostic[];
}

/** Absolute path of the file in which a thread leaves its marks. `directory`: the rendezvous'. */
export function marksFileOf(directory: string, { kind, id, pid }: Pick<ThreadFacts, 'kind' | 'id' | 'pid'>): string {
  return path.join(directory, MARKS_FOLDER, kind === 'worker' ? marksOfWorker(id) : marksOfProcess(pid));
}

/** Takes the marks that a thread has left; another process may get its id. Never rejects. */
export async function takeMarks(file: string | undefined): Promise<ThreadMarks> {
  if (file === undefined) return { marks: [], noticed: [] };
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text !== '') await rm(file, { force: true }).catch(() => undefined);
  const notes = text.split('\n').map(parseNote);
  return pairMarks(notes.filter((note) => note !== undefined));
}

/** Undefined for a line that was cut off with its program, and for what a program has put there. */
function parseNote(line: string): MarkNote | undefined {
  return attempt(() => {
    const [kind, us, name] = JSON.parse(line) as unknown[];
    const isNote = (kind === 'start' || kind === 'end' || kind === 'limit') && Number.isFinite(us);
    return isNote && typeof name === 'string' ? [kind, us as number, name] : undefined;
  });
}

/**
 * The spans between starts and ends, as V8 pairs them: an end without a name ends what was started last, one with a name
 * what was started first under it. What is not ended goes on until the program ends, and where there were too many marks
 * until the last one that was noted.
 */
export function pairMarks(notes: readonly MarkNote[]): ThreadMarks {
  const open: { readonly name: string; readonly fromUs: number }[] = [];
  const marks: RecordedMark[] = [];
  const unstarted = new Set<string>();
  const noticed: Diagnostic[] = [];
  for (const [kind, us, name] of notes) {
    if (kind === 'start') {
      open.push({ name, fromUs: us });
    } else if (kind === 'end') {
      const at = name === '' ? open.length - 1 : open.findIndex((one) => one.name === name);
      if (at < 0) unstarted.add(name);
      else marks.push({ ...open.splice(at, 1)[0], toUs: us });
    } else {
      marks.push(...open.splice(0).map((one) => ({ ...one, toUs: us })));
      noticed.push({ code: 'marks-limit', severity: 'warning', marks: notes.length });
    }
  }
  if (unstarted.size > 0) noticed.push({ code: 'mark-without-start', severity: 'info', names: [...unstarted] });
  return { marks: [...marks, ...open].sort((a, b) => a.fromUs - b.fromUs), noticed };
}
