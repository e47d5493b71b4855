import { type Diagnostic, reasonOf, RecordingError } from '../../recording/index.ts';
import type { ThreadFacts, ThreadIndex } from '../../recording/threads.ts';

/** What the last line of a V8 log's section begins with. */
export const FACTS_LINE = 'heatline,';

/** The samples of one thread, with the facts about them, in a file of their own. */
export interface Section {
  readonly format: 'cpuprofile' | 'v8log';
  readonly file: string;
  /** `.cpuprofile` only: how many bytes of the file stand before `,"$heatline":`. */
  readonly profileEnd: number;
  /** What was noticed while it was written. */
  readonly noticed?: readonly Diagnostic[];
}

/** The facts about a thread's samples as JSON, with what was noticed while they were written. */
export type FactsText = (noticed?: readonly Diagnostic[]) => string;

/** A thread as it goes into the recording; those without a section were not recorded. */
export interface FinishedThread {
  readonly facts: ThreadFacts;
  readonly section?: Section;
}

/** Why a recording, or its folder, is not at this place. */
export const notWritable = (place: string, error: unknown): RecordingError =>
  new RecordingError('output-not-writable', `The recording cannot be written to ${place}: ${reasonOf(error)}.`);

/** What the process tree used besides what stands in the threads: together they are the whole. */
export type TreeCpu = Omit<ThreadIndex, 'threads'>;
