import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import type { HeatlineParts } from '../../../src/extension/extension.ts';
import { type OpenFigures, median } from './figures.ts';
import { type HostTimes, pause, watchHost } from './host-watch.ts';

/** Opens a file `rounds` times without its heat and with it, each time as if it had never been open before. */
export async function benchOpening(parts: HeatlineParts, file: string, rounds: number): Promise<OpenFigures> {
  const shown = parts.store.current;
  if (!shown) throw new Error('No recording is shown.');
  const { size } = await stat(file);
  await open(file); // what VS Code itself does for the first time is over
  const cold: HostTimes[] = [];
  const hot: HostTimes[] = [];
  let view: AnalysisView = shown;
  for (let round = 0; round < rounds; round++) {
    for (const isHot of round % 2 === 0 ? [false, true] : [true, false]) {
      view = parts.store.createView(shown.analysis, shown.recording, shown.title);
      parts.store.show(view);
      parts.controller.setVisible(isHot);
      await pause(300);
      const times = await watchHost(`open-${isHot ? 'with' : 'without'}-heat-${round}`, () => open(file), 700);
      (isHot ? hot : cold).push(times);
      const heat = vscode.window.activeTextEditor && parts.documents.known(vscode.window.activeTextEditor.document);
      if (isHot && !heat?.marks.length) throw new Error(`${file} has no heat.`);
      await close();
    }
  }
  parts.controller.setVisible(true);
  const lines = view.index.linesOfSource[view.analysis.sources.findIndex(({ path }) => path === file)].length;
  return {
    file,
    kilobytes: Math.round(size / 1000),
    lines,
    cold: median(cold.map(({ cpu }) => cpu)),
    hot: median(hot.map(({ cpu }) => cpu)),
    added: median(hot.map(({ cpu }, i) => cpu - cold[i].cpu)),
    longestCpu: median(hot.map(({ longestCpu }) => longestCpu)),
  };
}

async function open(file: string): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
}

/** Closes all editors and waits until VS Code has forgotten their documents. */
async function close(): Promise<void> {
  const isOpen = (): boolean => vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === 'file');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  for (let waited = 0; isOpen() && waited < 5000; waited += 50) await pause(50);
}
