import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Change } from '../compare/index.ts';
import type { ChangesStore } from './changes/changes-store.ts';
import type { AnalysisStore, AnalysisView } from './analysis/analysis-store.ts';
import { commands, internalCommands } from './contributed-names.ts';
import type { RunRegistry } from './debug/run-registry.ts';
import { formatCount } from '../present/quantities.ts';
import { placeLabel } from '../present/names.ts';
import { withoutIcons } from './plain-text.ts';
import { figuresOf } from './heat/shown-line.ts';
import { activeText, answerText, partText, qualityLines } from './result-text.ts';

/** While a program runs: samples and seconds, a click stops it. Afterwards: the hottest own line, a click shows it. */
export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('heatline.status', vscode.StatusBarAlignment.Left, 50);
  readonly #disposables: vscode.Disposable[];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly runs: RunRegistry,
    private readonly store: AnalysisStore,
    private readonly changes: ChangesStore,
  ) {
    this.#item.name = 'Heatline';
    const update = (): void => this.#update();
    this.#disposables = [this.#item, runs.onDidChange(update), store.onDidChange(update), changes.onDidChange(update)];
    this.#update();
  }

  dispose(): void {
    clearInterval(this.#timer);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #update(): void {
    const running = this.runs.active.length > 0;
    if (running) this.#timer ??= setInterval(() => this.#showRunning(), 500);
    else {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    if (running) this.#showRunning();
    else if (this.store.current) this.#showResult(this.store.current);
    else this.#item.hide();
  }

  #showRunning(): void {
    const progress = this.runs.active.map(({ session }) => session.progress());
    const samples = progress.reduce((sum, one) => sum + one.samples, 0);
    const elapsed = Math.max(...progress.map((one) => one.elapsed));
    const count = `≈ ${formatCount(samples)}`;
    const live = this.store.current?.isLive ? 'live · ' : '';
    this.#item.text = `$(record) ${live}${count} samples · ${Math.floor(elapsed / 1000)} s`;
    this.#item.tooltip = `Profiling ${this.runs.active.map(({ title }) => title).join(', ')}. Click to stop.`;
    this.#item.command = commands.stopProfiling;
    this.#item.accessibilityInformation = { label: 'Heatline is profiling; click to stop', role: 'button' };
    this.#item.show();
  }

  #showResult(view: AnalysisView): void {
    const { lines, sources } = view.analysis;
    const row = view.index.hottestOwnLine;
    if (row === undefined) {
      this.#item.text = `$(flame) no hot line in own code${partOf(view)}`;
      this.#item.command = commands.showFlameGraph;
    } else {
      const place = placeLabel(shortName(sources[lines.source[row]]?.path ?? ''), lines.line[row]);
      this.#item.text = `$(flame) ${withoutIcons(place)} ${figuresOf(view, row, lines.selfTime[row])}${partOf(view)}`;
      this.#item.command = {
        command: internalCommands.revealLine,
        title: 'Show the hottest line',
        arguments: [view.id, row],
      };
    }
    this.#item.accessibilityInformation = undefined;
    this.#item.tooltip = resultTooltip(view, this.changes.of(view)?.comparison.whole);
    this.#item.show();
  }
}

/** Which thread and which part of the time are shown, where one was chosen. */
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

function resultTooltip(view: AnalysisView, whole: Change | undefined): string {
  return [view.title, answerText(view), activeText(view, whole), ...qualityLines(view)].join('\n');
}
