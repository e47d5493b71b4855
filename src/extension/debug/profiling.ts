import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ClosedProcess } from '../../recorder/index.ts';
import { reportError } from '../report-error.ts';
import { readSetting } from '../settings.ts';
import { folderKey, titleOf } from './launch-options.ts';
import { SeriesOfRuns, type ShowingParts, singleRun } from './profiled-runs.ts';
import type { ProfilerPorts } from './profiler-session.ts';
import { watchTerminalCommand } from './terminal-command.ts';

/** Connects debug sessions with the recorder before, and with the store and the analysis after. */
export function createProfilerPorts(parts: ShowingParts): ProfilerPorts {
  const { log, runs, recordings, loader } = parts;
  return {
    record: async (configuration, launch, note) => {
      const { recordProgram } = await import('./record-program.ts');
      return recordProgram(configuration, {
        folder: configuration[folderKey],
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
      runs.add({ session, title: titleOf(program) });
      // So that what it recorded is read at once.
      if (session.log === undefined) loader.worker.warmUp();
      else loader.worker.follow(session.log);
      parts.live.start(session, path.basename(program));
    },
    runs: (program, wanted, cancel) =>
      wanted > 1 ? new SeriesOfRuns(parts, program, wanted, cancel) : singleRun(parts, program),
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
