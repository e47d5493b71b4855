import * as path from 'node:path';
import * as vscode from 'vscode';
import { findMisfit } from '../../compare/index.ts';
import { type Analysis, Category } from '../../core/index.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import { describeAnswered, describeMisfit, describeRun } from '../../present/series.ts';
import type { RecordingOutcome, RecordingSession } from '../../recorder/recording-session.ts';
import { withoutSamples } from '../analysis/analysis-loader.ts';
import { titleOf } from './launch-options.ts';
import type { ProfiledRuns, RunStep } from './profiler-session.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import type { Parts } from '../parts.ts';
import type { RecordingEntry } from '../recordings/recording-list.ts';
import type { ProfiledFile } from '../recordings/recording-store.ts';
import { describeResult, isSlight, resultOf } from '../result-text.ts';
import { readSetting } from '../settings.ts';
import { notifyProgress, type ProgressNotification } from '../progress-notification.ts';
import { reportError } from '../report-error.ts';
import { formatTime } from '../../present/quantities.ts';
import { withoutLinks } from '../plain-text.ts';

/** The parts, and what is called when a profiled run is shown. */
export type ShowingParts = Parts & { readonly onProfiled: () => void };

/**
 * Several runs of one program, one after the other, as one entry of the recordings. Each is analysed before the next one
 * starts, so that none has to share the machine with that. What is there stays when a run fails or the user cancels.
 */
export class SeriesOfRuns implements ProfiledRuns {
  readonly #progress: ProgressNotification;
  readonly #sessions: RecordingSession[] = [];
  readonly #files: vscode.Uri[] = [];
  #runs: readonly Analysis[] = [];
  #entry: RecordingEntry | undefined;
  #hasFailed = false;
  #restarting = false;

  /** `wanted`: how many runs. `cancel`: ends the series with the run that is going on. */
  constructor(
    private readonly parts: ShowingParts,
    private readonly program: string,
    private readonly wanted: number,
    cancel: () => void,
  ) {
    const title = withoutLinks(`Heatline: running ${path.basename(program)} ${wanted} times`);
    this.#progress = notifyProgress(title, cancel);
    this.#progress.report(`run 1 of ${wanted}`, 0);
  }

  async add(session: RecordingSession, outcome: RecordingOutcome, restarting: boolean): Promise<RunStep> {
    const { log, runs, loader } = this.parts;
    this.#restarting = restarting;
    this.#sessions.push(session);
    const adding = this.#add(session.log, outcome);
    runs.remove(session, adding);
    try {
      return await adding;
    } catch (error) {
      reportError(log, error);
      return { goesOn: false, sentence: '' };
    } finally {
      if (session.log !== undefined) loader.worker.unfollow(session.log);
    }
  }

  async finish(): Promise<string | undefined> {
    this.#progress.end();
    try {
      if (!this.#entry || this.#restarting) return undefined;
      const view = await this.parts.loader.createView(this.#runs, this.#files, titleOf(this.program));
      return await showProfiled(this.parts, this.#entry, view, this.#hasFailed);
    } catch (error) {
      reportError(this.parts.log, error);
      return undefined;
    } finally {
      for (const session of this.#sessions) this.parts.live.end(session);
    }
  }

  async #add(log: string | undefined, outcome: RecordingOutcome): Promise<RunStep> {
    const { loader, recordings } = this.parts;
    const { wanted } = this;
    const number = this.#runs.length + 1;
    const { file, hasFailed } = takeOutcome(this.parts, outcome);
    this.#hasFailed ||= hasFailed;
    const run = await loader.read(file, { log });
    const misfit = findMisfit(this.#runs, run);
    if (misfit && this.#runs.length > 0) await recordings.discard(file.fsPath);
    else await this.#keep(file, run);
    if (misfit) return { goesOn: false, sentence: describeMisfit(misfit, number, wanted, number - 1) };
    const answer = number < wanted ? await this.#earlyAnswer() : undefined;
    const told = describeRun(number, wanted, run.quality);
    const left = formatTime((wanted - number) * run.quality.duration);
    this.#progress.report(number < wanted ? `run ${number + 1} of ${wanted}, about ${left} left` : '', 1 / wanted);
    return { goesOn: number < wanted && answer === undefined, sentence: answer ? `${told} ${answer}` : told };
  }

  /** Takes a run into the recordings of the workspace, which keep it whatever becomes of the rest. */
  async #keep(file: vscode.Uri, run: Analysis): Promise<void> {
    const { recordings, loader } = this.parts;
    if (this.#entry) await recordings.addRun(this.#entry.id, file.fsPath);
    else {
      this.#entry = await recordings.add(file.fsPath, this.program, titleOf(this.program));
      // Now, since the file may be edited before the last run.
      await recordings.keepSources(this.#entry.id, ownFiles(await loader.createView([run], [file])));
    }
    this.#files.push(file);
    this.#runs = [...this.#runs, withoutSamples(run, this.#runs[0])];
  }

  /** Why no more runs are needed; undefined where they are. */
  async #earlyAnswer(): Promise<string | undefined> {
    const verdict = await this.parts.changes.earlyAnswer(this.program, this.#runs);
    return verdict && describeAnswered(this.#runs.length, verdict === 'faster');
  }
}

/** One run of a program, which is kept while it is read. */
export function singleRun(parts: ShowingParts, program: string): ProfiledRuns {
  const { recordings, runs, live, loader, log } = parts;
  const title = titleOf(program);
  let answer: Promise<string | undefined> = Promise.resolve(undefined);
  return {
    add: (session, outcome, restarting) => {
      const { recording } = outcome;
      const keeping = recording === undefined ? undefined : recordings.add(recording, program, title);
      runs.remove(session, keeping);
      const show = async (): Promise<string | undefined> => {
        try {
          const { file, hasFailed } = takeOutcome(parts, outcome);
          const loading = restarting ? undefined : loader.load(file, { title, log: session.log });
          const [entry, view] = await Promise.all([keeping, loading]);
          return entry && view ? await showProfiled(parts, entry, view, hasFailed) : undefined;
        } catch (error) {
          reportError(log, error);
          return undefined;
        } finally {
          live.end(session);
          if (session.log !== undefined) loader.worker.unfollow(session.log);
        }
      };
      answer = show();
      return Promise.resolve({ goesOn: false });
    },
    finish: () => answer,
  };
}

/** Shows what was just profiled, and keeps what is known of it; the answer in one sentence where there is one. */
async function showProfiled(
  { recordings, store, onProfiled, panel }: ShowingParts,
  entry: RecordingEntry,
  view: AnalysisView,
  hasFailed: boolean,
): Promise<string | undefined> {
  await recordings.setResult(entry.id, resultOf(view));
  // Of a program that did not compile there is nothing to see.
  if (hasFailed && !hasOwnTime(view)) return undefined;
  // A run that tells nothing does not take the place of one that does.
  const stays = isSlight(view) && store.current !== undefined && !isSlight(store.current);
  if (stays) return describeResult(view, false);
  await recordings.keepSources(entry.id, ownFiles(view));
  store.show(view);
  onProfiled();
  if (readSetting('openFlameGraph')) panel.reveal();
  return describeResult(view, true);
}

const isOwnWithTime = ({ index }: AnalysisView, source: number): boolean =>
  index.categoryOfSource[source] === Category.own && index.selfOfSource[source] > 0;

const hasOwnTime = (view: AnalysisView): boolean =>
  view.analysis.sources.some((_, source) => isOwnWithTime(view, source));

/** The user's own files that have time in them. */
function ownFiles(view: AnalysisView): ProfiledFile[] {
  return view.analysis.sources.flatMap(({ path: file, isFile, contentHash, content }, source) => {
    return isOwnWithTime(view, source) && isFile && contentHash !== undefined && content === undefined
      ? [{ path: file, hash: contentHash }]
      : [];
  });
}

/** Notes how a run ended; what was recorded of it. Throws a sentence for the user where that is nothing. */
function takeOutcome({ log }: Parts, { ending, diagnostics, recording }: RecordingOutcome) {
  log.info(`Ended: ${JSON.stringify(ending)}`);
  const hasFailed = ending.kind === 'exit' && ending.error !== undefined;
  if (recording !== undefined) return { file: vscode.Uri.file(recording), hasFailed };
  const why = diagnostics.find(({ severity }) => severity === 'error');
  throw new Error(why ? describeDiagnostic(why) : 'Nothing was recorded: the program ended before the first sample.');
}
