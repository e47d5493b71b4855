import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import type { HeatlineParts } from '../../../src/extension/extension.ts';
import { type OpenFigures, median } from './figures.ts';
import { type HostTimes, pause, timeOfCode, watchHost } from './host-watch.ts';

/** Opens a file `rounds` times without its heat and with it, each time as if it had never been open before. */
export async function benchOpening(parts: HeatlineParts, file: string, rounds: number): Promise<OpenFigures> {
  const shown = parts.store.current;
  if (!shown) throw new Error('No recording is shown.');
  const { size } = await stat(file);
  await openFile(file); // what VS Code itself does for the first time is over
  const cold: HostTimes[] = [];
  const hot: HostTimes[] = [];
  const own: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const isHot of round % 2 === 0 ? [false, true] : [true, false]) {
      await startAnew(parts, shown, isHot);
      const times = await watchHost(`open-${isHot ? 'with' : 'without'}-heat-${round}`, () => openFile(file), settleMs);
      (isHot ? hot : cold).push(times);
      if (isHot) expectHeat(parts, file);
    }
    await startAnew(parts, shown, true);
    own.push(await timeOfCode('/vscode-bench/extension/', () => openFile(file), settleMs));
    expectHeat(parts, file);
  }
  return {
    file,
    kilobytes: Math.round(size / 1000),
    lines: shown.index.linesOfSource[shown.index.sourceOfPath.get(file) ?? -1].length,
    cold: median(cold.map(({ cpu }) => cpu)),
    hot: median(hot.map(({ cpu }) => cpu)),
    added: median(hot.map(({ cpu }, i) => cpu - cold[i].cpu)),
    own: median(own),
  };
}

const settleMs = 700;

/** Closes all files and forgets what was learned about them, as if the recording had just been opened. */
async function startAnew(parts: HeatlineParts, shown: AnalysisView, isHot: boolean): Promise<void> {
  await close();
  parts.store.show(parts.store.createView(shown.analysis, shown));
  parts.controller.setVisible(isHot);
  await pause(300);
}

function expectHeat(parts: HeatlineParts, file: string): void {
  const heat = vscode.window.activeTextEditor && parts.documents.known(vscode.window.activeTextEditor.document);
  if (!heat?.marks.length) throw new Error(`${file} has no heat.`);
}

/** Opens a file as a user does. A document that an extension opens stays open for minutes, even without an editor. */
export async function openFile(file: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
}

/** Closes all editors and waits until VS Code has forgotten their documents. */
async function close(): Promise<void> {
  const isOpen = (): boolean => vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === 'file');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  for (let waited = 0; isOpen() && waited < 5000; waited += 50) await pause(50);
}
