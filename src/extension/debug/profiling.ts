import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ClosedProcess, RecordingOutcome, RecordingSession } from '../../recorder/index.ts';
import type { RecordingEntry } from '../recordings/recording-list.ts';
import { reportDiagnostic, reportError } from '../report-error.ts';
import { SeriesOfRuns } from '../series/series-of-runs.ts';
import { readSetting } from '../settings.ts';
import { folderKey, titleOf } from './launch-options.ts';
import type { ProfilerPorts } from './profiler-session.ts';
import { type ShowingParts, showProfiled, whyNothing } from './show-profiled.ts';
import { watchTerminalCommand } from './terminal-command.ts';

/** Connects debug sessions with the recorder before, and with the store and the analysis after. */
export function createProfilerPorts(parts: ShowingParts): ProfilerPorts {
  const { log, runs, recordings, loader } = parts;
  const programs = new WeakMap<RecordingSession, string>();
  return {
    environment: process.env,
    record: async (configuration, launch, note) => {
      const { recordProgram } = await import('./record-program.ts');
      return recordProgram(configuration, {
        folder: configuration[folderKey],
        environment: process.env,
        newPath: (program) => recordings.newPath(program),
        launch,
        note,
        logLimit: readSetting('logLimit') * 1024 ** 2,
        detailLimit: readSetting('detailLimit') * 1024 ** 2,
      });
    },
    attach: async (configuration) => {
      const { attachProgram } = await import('./record-program.ts');
      const detailLimit = readSetting('detailLimit') * 1024 ** 2;
      return attachProgram(configuration, (program) => recordings.newPath(program), askToOpen, detailLimit);
    },
    watchCommand: watchTerminalCommand,
    started: (session, program) => {
      log.info(`Profiling ${program} (process ${session.pid ?? 'unknown'}): ${session.samplerReason}`);
      programs.set(session, program);
      runs.add({ session, title: titleOf(program) });
      // So that what it recorded is read at once.
      if (session.log === undefined) loader.worker.warmUp();
      else loader.worker.follow(session.log);
      parts.live.start(session, path.basename(program));
      for (const { document } of vscode.window.visibleTextEditors) void parts.documents.prepare(document);
    },
    finished: (session, outcome, restarting) => {
      const { log: followed } = session;
      const program = programs.get(session) ?? '';
      const { recording } = outcome;
      const keeping = recording === undefined ? undefined : recordings.add(recording, program, titleOf(program));
      runs.remove(session, keeping);
      return finish(parts, { program, log: followed, restarting, keeping }, outcome)
        .catch((error: unknown) => {
          reportError(log, error);
          return undefined;
        })
        .finally(() => {
          parts.live.end(session);
          if (followed !== undefined) loader.worker.unfollow(followed);
        });
    },
    series: (program, wanted, cancel) => new SeriesOfRuns(parts, { program, wanted, cancel }),
    tellFailure: (error) => reportError(log, error),
    logError: (what, error) => log.error(`Debug request "${what}"`, error),
  };
}

/** A process is sent a signal only after its user has agreed. */
async function askToOpen({ pid, name, port }: ClosedProcess): Promise<boolean> {
  const yes = 'Send SIGUSR1';
  const question = `The inspector of process ${pid} (${path.basename(name)}) is closed. Send it SIGUSR1?`;
  const detail = `Node then opens its inspector${port === 0 ? '' : ` on 127.0.0.1:${port}`} for the time of the recording. A program that handles this signal itself does what it does then.`;
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}

interface FinishedRun {
  readonly program: string;
  /** What was followed while the program ran. */
  readonly log: string | undefined;
  readonly restarting: boolean;
  /** Settles when its recording, if there is one, is among those of the workspace. */
  readonly keeping: Promise<RecordingEntry> | undefined;
}

/** Shows what was recorded; the answer in one sentence where there is one. */
async function finish(
  parts: ShowingParts,
  { program, log: followed, restarting, keeping }: FinishedRun,
  outcome: RecordingOutcome,
): Promise<string | undefined> {
  const { log, loader } = parts;
  log.info(`Ended: ${JSON.stringify(outcome.ending)}`);
  const failure = outcome.diagnostics.find(({ code }) => code === 'program-syntax-error');
  if (failure) reportDiagnostic(log, failure);
  if (outcome.recording === undefined) throw new Error(whyNothing(outcome));
  const title = titleOf(program);
  if (restarting) {
    await keeping;
    return undefined;
  }
  const loading = loader.load(vscode.Uri.file(outcome.recording), { title, log: followed });
  const [entry, view] = await Promise.all([keeping, loading]);
  return entry && view ? showProfiled(parts, entry, view, failure !== undefined) : undefined;
}
