import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeMarks, type ThreadMarks } from '../sampling/marks.ts';
import type { ThreadClock } from '../sampling/thread-clock.ts';
import type { Journal } from '../disk/journal.ts';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import type { Sampler, TakenSamples } from '../sampling/sampler.ts';
import type { FinishedThread } from '../disk/section.ts';
import type { CpuClockReadings, Diagnostic, RecordedScript } from '../../recording/index.ts';
import type { ThreadFacts, UnrecordedReason } from '../../recording/threads.ts';

/** What is known of a thread when recording it begins. */
export type ThreadStart = Omit<ThreadFacts, 'recorded' | 'reason' | 'endUs' | 'cpuUs'>;

/** What comes with the samples of a thread, and what was noticed of them. */
export interface DescribedParts extends ThreadMarks {
  readonly scripts: readonly RecordedScript[];
  readonly cpuClock: CpuClockReadings | undefined;
}

/** Gives what stands beside the samples of a thread, as JSON. */
export type DescribeThread = (thread: ThreadFacts, parts: DescribedParts) => string;

/** A thread that is recorded: its samples are taken once, in time. */
export class RecordedThread {
  /** It did not hand its samples over when it was asked. */
  isSilent = false;
  #cpuClock: CpuClockReadings | undefined;
  #taken: Promise<TakenSamples> | undefined;
  #marks: Promise<ThreadMarks> | undefined;
  #endUs: number | undefined;
  #cpuUs: number | undefined;

  /**
   * `clock`: undefined where nothing is timed, or the system has none. `marksFile`: in which it leaves what its program marks.
   * `startsLate`: whether it ran before; what it used then does not count.
   */
  constructor(
    readonly start: ThreadStart,
    readonly connection: InspectorConnection | undefined,
    readonly sampler: Sampler,
    private readonly clock: ThreadClock | undefined,
    private readonly journal: Journal,
    private readonly marksFile: string | undefined,
    private readonly startsLate: boolean,
  ) {
    if (clock) journal.append({ clock: { first: clock.first, records: clock.records } });
  }

  /** Takes the samples out of the thread; a second call gives the same. */
  take(): Promise<TakenSamples> {
    return (this.#taken ??= this.sampler.take().finally(() => this.#stopClock()));
  }

  /** Waits so long for the samples at most, in milliseconds. Never rejects. */
  async takeWithin(patience: number): Promise<void> {
    const answered = Promise.allSettled([this.take()]);
    this.isSilent = (await Promise.race([answered, sleep(patience, undefined, { ref: false })])) === undefined;
  }

  #stopClock(): void {
    this.#endUs = Number(process.hrtime.bigint() / 1000n);
    this.clock?.stop();
    // A V8 log goes on until the thread is gone, and so do its records; what the inspector samples ends here.
    if (!this.sampler.savesAfterExit) this.closeClock();
  }

  /** Ends the clock of the thread: nothing that it does later counts. Call it when the samples are taken. */
  closeClock(): void {
    this.#cpuClock ??= this.clock?.readings();
    const { cpuUs = [] } = this.#cpuClock ?? {};
    // One that ran before we came has used some before.
    this.#cpuUs = cpuUs.length > 0 && this.startsLate ? (cpuUs.at(-1) ?? 0) - cpuUs[0] : cpuUs.at(-1);
  }

  /** What is known of it from the beginning goes to its journal. */
  note(describe: DescribeThread): void {
    const known = { scripts: [], cpuClock: undefined, marks: [], noticed: [] };
    const facts = JSON.parse(describe(this.facts(), known)) as Readonly<Record<string, unknown>>;
    this.journal.append({ facts });
  }

  /**
   * Puts its samples on disk, into `file` where they are not in one yet; there a second call replaces them. Rejects where none could
   * be taken or written.
   */
  async write(file: string, describe: DescribeThread): Promise<Required<FinishedThread>> {
    const taken = await this.take();
    const scripts = await taken.scripts();
    this.closeClock();
    const facts = this.facts();
    const { marks, noticed } = await (this.#marks ??= takeMarks(this.marksFile));
    // Of the program itself more is known, and told, than that.
    const isCut = taken.isWhole === false && facts.kind !== 'main';
    const cut: Diagnostic = { code: 'program-gone', severity: 'warning', kept: 'most', why: 'vanished' };
    const known = { scripts, cpuClock: this.#cpuClock, marks };
    const section = await taken.write(file, (ofFile = []) =>
      describe(facts, { ...known, noticed: [...(isCut ? [cut] : []), ...noticed, ...ofFile] }),
    );
    const { format, profileEnd } = section;
    this.journal.append({ sealed: { format, file: path.basename(section.file), profileEnd } });
    return { facts, section };
  }

  /**
   * As it stands in the recording. `reason`: why its samples are not in there; it has used its CPU time all the same.
   */
  facts(reason?: UnrecordedReason): ThreadFacts {
    if (reason !== undefined) this.closeClock();
    const facts = { ...this.start, endUs: this.#endUs, cpuUs: this.#cpuUs, recorded: reason === undefined };
    return reason === undefined ? facts : { ...facts, reason };
  }
}
