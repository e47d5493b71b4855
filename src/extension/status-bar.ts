import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Change } from '../compare/index.ts';
import type { ChangesStore } from './changes/changes-store.ts';
import type { AnalysisStore, AnalysisView } from './analysis/analysis-store.ts';
import { commands, internalCommands } from './contributed-names.ts';
import type { ActiveRun, RunRegistry } from './debug/run-registry.ts';
import { activeLabel } from '../present/changes.ts';
import { formatCount } from '../present/quantities.ts';
import { placeLabel } from '../present/names.ts';
import { withoutIcons } from './plain-text.ts';
import { figuresOf } from './heat/shown-line.ts';
import { answerText, partText, qualityLines } from './result-text.ts';
import { anyOf } from './tree/tree-row.ts';

/** While a program runs: samples and seconds, a click stops it. Afterwards: the hottest own line, a click shows it. */
export function showStatus(runs: RunRegistry, store: AnalysisStore, changes: ChangesStore): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('heatline.status', vscode.StatusBarAlignment.Left, 50);
  item.name = 'Heatline';
  let timer: NodeJS.Timeout | undefined;
  const update = (): void => {
    const { active } = runs;
    const { current } = store;
    clearInterval(timer);
    if (active.length > 0) {
      const show = (): void => showRunning(item, active, store.current?.isLive !== undefined);
      timer = setInterval(show, 500);
      show();
    } else if (current) showResult(item, current, changes.of(current)?.comparison.whole);
    else item.hide();
  };
  update();
  const stop = new vscode.Disposable(() => clearInterval(timer));
  return vscode.Disposable.from(stop, item, anyOf(runs.onDidChange, store.onDidChange, changes.onDidChange)(update));
}

function showRunning(item: vscode.StatusBarItem, active: readonly ActiveRun[], isLive: boolean): void {
  const progress = active.map(({ session }) => session.progress());
  const samples = progress.reduce((sum, one) => sum + one.samples, 0);
  const elapsed = Math.max(...progress.map((one) => one.elapsed));
  item.text = `$(record) ${isLive ? 'live · ' : ''}≈ ${formatCount(samples)} samples · ${Math.floor(elapsed / 1000)} s`;
  item.tooltip = `Profiling ${active.map(({ title }) => title).join(', ')}. Click to stop.`;
  item.command = commands.stopProfiling;
  item.accessibilityInformation = { label: 'Heatline is profiling; click to stop', role: 'button' };
  item.show();
}

function showResult(item: vscode.StatusBarItem, view: AnalysisView, whole: Change | undefined): void {
  const { lines, sources, quality } = view.analysis;
  const row = view.index.hottestOwnLine;
  if (row === undefined) {
    item.text = `$(flame) no hot line in own code${partOf(view)}`;
    item.command = commands.showFlameGraph;
  } else {
    const place = placeLabel(shortName(sources[lines.source[row]]?.path ?? ''), lines.line[row]);
    item.text = `$(flame) ${withoutIcons(place)} ${figuresOf(view, row, lines.selfTime[row])}${partOf(view)}`;
    item.command = { command: internalCommands.revealLine, title: 'Show the hottest line', arguments: [view.id, row] };
  }
  item.accessibilityInformation = undefined;
  item.tooltip = [view.title, answerText(view), activeLabel(quality, whole), ...qualityLines(view)].join('\n');
  item.show();
}

function partOf(view: AnalysisView): string {
  const text = partText(view);
  return text === undefined ? '' : ` · ${withoutIcons(text)}`;
}

/** File names longer than this lose their middle. */
const longestName = 28;

function shortName(file: string): string {
  const name = path.basename(file);
  if (name.length <= longestName) return name;
  return `${name.slice(0, longestName / 2)}…${name.slice(1 - longestName / 2)}`;
}
