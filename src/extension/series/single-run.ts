import type { RecordingOutcome, RecordingSession } from '../../recorder/recording-session.ts';
import { titleOf } from '../debug/launch-options.ts';
import type { ProfiledRuns, RunStep } from '../debug/profiler-session.ts';
import { type ShowingParts, showProfiled, takeOutcome } from '../debug/show-profiled.ts';
import type { RecordingEntry } from '../recordings/recording-list.ts';
import { reportError } from '../report-error.ts';

/** One run of a program, which is kept while it is read. */
export class SingleRun implements ProfiledRuns {
  #answer: Promise<string | undefined> = Promise.resolve(undefined);

  constructor(
    private readonly parts: ShowingParts,
    private readonly program: string,
  ) {}

  add(session: RecordingSession, outcome: RecordingOutcome, restarting: boolean): Promise<RunStep> {
    const { recordings, runs, live, loader, log } = this.parts;
    const { recording } = outcome;
    const keeping =
      recording === undefined ? undefined : recordings.add(recording, this.program, titleOf(this.program));
    runs.remove(session, keeping);
    this.#answer = this.#show(outcome, session.log, keeping, restarting)
      .catch((error: unknown) => {
        reportError(log, error);
        return undefined;
      })
      .finally(() => {
        live.end(session);
        if (session.log !== undefined) loader.worker.unfollow(session.log);
      });
    return Promise.resolve({ goesOn: false });
  }

  finish(): Promise<string | undefined> {
    return this.#answer;
  }

  /** `log`: what was followed while the program ran. `keeping` settles when the recording is among those of the workspace. */
  async #show(
    outcome: RecordingOutcome,
    log: string | undefined,
    keeping: Promise<RecordingEntry> | undefined,
    restarting: boolean,
  ): Promise<string | undefined> {
    const { file, hasFailed } = takeOutcome(this.parts, outcome);
    const loading = restarting ? undefined : this.parts.loader.load(file, { title: titleOf(this.program), log });
    const [entry, view] = await Promise.all([keeping, loading]);
    return entry && view ? showProfiled(this.parts, entry, view, hasFailed) : undefined;
  }
}
