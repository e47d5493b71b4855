import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { HeatlineParts } from '../../../src/extension/extension.ts';
import type { BenchRun, OpenFigures, RunFigures } from './figures.ts';
import { pause } from './host-watch.ts';
import { benchOpening, openFile } from './open-files.ts';

/** Profiles a program through debug sessions with a hot file of it open, then opens that file with heat and without. */
export async function benchRuns(
  parts: HeatlineParts,
  run: BenchRun,
): Promise<{ runs: readonly RunFigures[]; opened: readonly OpenFigures[] }> {
  const runs: RunFigures[] = [];
  await openFile(run.opened);
  for (let round = 0; round < run.rounds; round++) runs.push(await benchRun(parts, run));
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await pause(1000);
  return { runs, opened: run.openings > 0 ? [await benchOpening(parts, run.opened, run.openings)] : [] };
}

async function benchRun(
  parts: HeatlineParts,
  { program, args, cwd, sampler, endFile, opened }: BenchRun,
): Promise<RunFigures> {
  let cpu: NodeJS.CpuUsage | undefined;
  const times = { started: NaN, saved: NaN, analysed: NaN, shown: NaN, painted: NaN };
  const before = parts.store.current;
  const createView = parts.store.createView.bind(parts.store);
  parts.store.createView = (...analysis) => {
    times.analysed = Date.now();
    return createView(...analysis);
  };
  const listening = vscode.Disposable.from(
    parts.runs.onDidChange(() => {
      const session = parts.runs.active.at(0)?.session;
      if (!session || !Number.isNaN(times.started)) return;
      times.started = Date.now();
      void session.finished.then(() => {
        times.saved = Date.now();
        cpu = process.cpuUsage();
      });
    }),
    parts.store.onDidChange(() => (times.shown ||= Date.now())),
  );
  const painted = new Promise<void>((resolve) => {
    const waiting = parts.controller.onDidPaint(() => {
      const editor = vscode.window.activeTextEditor;
      const heat = editor?.document.uri.fsPath === opened ? parts.documents.known(editor.document) : undefined;
      if (parts.store.current === before || !heat?.marks.length) return;
      // What is known beforehand is painted at once, before our own listener hears of the new view.
      times.shown ||= Date.now();
      times.painted = Date.now();
      cpu = process.cpuUsage(cpu);
      waiting.dispose();
      resolve();
    });
  });
  const configuration = { type: 'heatline', request: 'launch', name: 'Bench', program, args, cwd, sampler };
  if (!(await vscode.debug.startDebugging(undefined, configuration))) throw new Error('The run did not start.');
  await painted;
  listening.dispose();
  const ended = Number(await readFile(endFile, 'utf8'));
  await pause(3000);
  return {
    recorded: ended - times.started,
    saved: times.saved - ended,
    analysed: times.analysed - times.saved,
    shown: times.shown - times.saved,
    painted: times.painted - times.saved,
    cpu: ((cpu?.user ?? NaN) + (cpu?.system ?? NaN)) / 1000,
  };
}
