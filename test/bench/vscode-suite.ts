// What `vscode.ts` runs inside VS Code's extension host: one part of the bench, whose figures go to a file.
import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { AnalysisView } from '../../src/extension/analysis/analysis-store.ts';
import type { HeatlineParts } from '../../src/extension/extension.ts';

/** What the bench asks for. */
export type BenchTask =
  | { readonly part: 'activation' }
  | { readonly part: 'recordings'; readonly files: readonly string[] }
  | { readonly part: 'run'; readonly run: BenchRun };

/** A program to profile through a debug session, `rounds` times, with a hot file of it open. */
export interface BenchRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly sampler: 'inspector' | 'v8log';
  readonly opened: string;
  readonly rounds: number;
}

/** Milliseconds of what was measured, each time that it was. */
export type BenchFigures = Record<string, readonly number[]>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Called by VS Code. */
export async function run(): Promise<void> {
  const { HEATLINE_BENCH_TASK: task = '', HEATLINE_BENCH_RESULT: result = '' } = process.env;
  await pause(3000); // the window's own start is over
  await writeFile(result, JSON.stringify(await measure(JSON.parse(task) as BenchTask)));
}

async function measure(task: BenchTask): Promise<BenchFigures> {
  const extension = vscode.extensions.getExtension<HeatlineParts>('heatline.heatline');
  if (!extension) throw new Error('Heatline is not there.');
  if (extension.isActive) throw new Error('Heatline was activated before anybody needed it.');
  const start = performance.now();
  const parts = await extension.activate();
  if (task.part === 'activation') return { activation: [performance.now() - start] };
  if (task.part === 'recordings') return benchRecordings(parts, task.files);
  const painted: number[] = [];
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(task.run.opened));
  for (let round = 0; round < task.run.rounds; round++) painted.push(await benchRun(parts, task.run));
  return { [task.run.sampler]: painted };
}

/** The longest time for which the thread that all extensions share was not free while `work` was done. */
async function longestTask(work: () => Promise<unknown>): Promise<number> {
  let [longest, look] = [0, performance.now()];
  const lookAgain = (): void => {
    longest = Math.max(longest, performance.now() - look);
    look = performance.now();
  };
  const timer = setInterval(lookAgain, 1);
  await work();
  await pause(300);
  clearInterval(timer);
  lookAgain();
  return longest;
}

/** Reads recordings, shows each with its hottest file open, and opens its flame graph. */
async function benchRecordings(parts: HeatlineParts, files: readonly string[]): Promise<BenchFigures> {
  const figures: [string, number[]][] = [];
  for (const file of files) {
    let view: AnalysisView | undefined;
    const reading = await longestTask(async () => (view = await parts.loader.load(vscode.Uri.file(file))));
    if (!view) throw new Error(`${file} was not read.`);
    const hottest = hottestFile(view);
    if (hottest) await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(hottest));
    await pause(1000);
    const showing = await longestTask(async () => {
      parts.store.show(view);
      await new Promise<void>((resolve) => setImmediate(resolve));
    });
    const sending = await longestTask(async () => {
      parts.panel.reveal();
      while (parts.panel.host?.modelsSent === 0) await pause(20);
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const what = `longest task while a recording of ${Math.round(statSync(file).size / 1e6)} MB`;
    figures.push([`${what} is read`, [reading]], [`${what} is shown in editors, views and status bar`, [showing]]);
    figures.push([`${what} is sent to the flame graph`, [sending]]);
  }
  return Object.fromEntries(figures);
}

function hottestFile({ analysis, index }: AnalysisView): string | undefined {
  const sources = Array.from(index.hottestLines, (row) => analysis.sources[analysis.lines.source[row]]);
  return sources.find((source) => source.isFile && existsSync(source.path))?.path;
}

/** From the recording on disk to the decorations set. */
async function benchRun(parts: HeatlineParts, { opened, rounds: _, ...launch }: BenchRun): Promise<number> {
  const before = parts.store.current;
  let saved = NaN;
  const listening = parts.runs.onDidChange(() => {
    void parts.runs.active.at(0)?.session.finished.then(() => (saved = Date.now()));
  });
  const painted = new Promise<number>((resolve) => {
    const waiting = parts.controller.onDidPaint(() => {
      const editor = vscode.window.activeTextEditor;
      const heat = editor?.document.uri.fsPath === opened ? parts.documents.known(editor.document) : undefined;
      if (parts.store.current === before || !heat?.marks.length) return;
      waiting.dispose();
      resolve(Date.now());
    });
  });
  const configuration = { type: 'heatline', request: 'launch', name: 'Bench', ...launch };
  if (!(await vscode.debug.startDebugging(undefined, configuration))) throw new Error('The run did not start.');
  const end = await painted;
  listening.dispose();
  await pause(3000);
  return end - saved;
}
