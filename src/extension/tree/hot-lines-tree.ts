import * as path from 'node:path';
import * as vscode from 'vscode';
import {
  Category,
  hasTooFewSamples,
  labelText,
  type SampleLabel,
  type Share,
  shareOf,
  shareThreads,
  shortUrl,
  type ThreadId,
} from '../../core/index.ts';
import { heatOfLine, heatShare } from '../analysis/analysis-index.ts';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import { labelOfSource, placeOfLine, uriOfSource } from '../analysis/source-uris.ts';
import { colors, commands, contextKeys, internalCommands, settings } from '../contributed-names.ts';
import { describeRow, shortChange, signOf } from '../../present/changes.ts';
import { functionLabel, joinParts as join } from '../../present/names.ts';
import { describeAsker, packageLabels } from '../../present/packages.ts';
import { describeMarked } from '../../present/marks.ts';
import { threadLabel, whyUnrecorded } from '../../present/threads.ts';
import {
  amountLabel,
  formatCount,
  formatCountOf,
  formatRange,
  formatShare,
  formatShareAndTime,
  formatValue,
} from '../../present/quantities.ts';
import type { ChangesStore, Compared } from '../changes/changes-store.ts';
import { heatLevel } from '../heat/heat-scale.ts';
import { type KeptText, loadLines } from '../heat/profiled-text.ts';
import { figuresOf } from '../heat/shown-line.ts';
import { readSetting, touches } from '../settings.ts';
import { hasTime, hotFunctions, hotLines, hotSources, whyNoSources } from './hot-lines-model.ts';
import { commandRow, groupRow, type TreeRow } from './tree-row.ts';

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** At most so many rows below one: what is beyond is not hot. */
const shownAtMost = 100;
/** Minified lines are not shown whole. */
const longestText = 200;

/** The *Hot Lines* view: files with their lines, and functions, by heat. */
export class HotLinesTree implements vscode.TreeDataProvider<TreeRow> {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** The group that is always there. */
  readonly lines = groupRow('Lines', 'list-tree', () => this.#fileRows(), Expanded);
  #all = false;

  constructor(
    private readonly store: AnalysisStore,
    private readonly changes: ChangesStore,
    private readonly kept: KeptText,
    subscriptions: vscode.Disposable[],
  ) {
    subscriptions.push(
      store.onDidChange(() => this.#changed.fire(undefined)),
      // Until the comparison is there, and where there is none, rows are as without.
      changes.onDidChange(({ kind }) => kind === 'compared' && this.#changed.fire(undefined)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (touches(event, settings.showDependencies)) this.#readSetting();
        else if (touches(event, settings.minimumShare)) this.#changed.fire(undefined);
      }),
    );
    this.#readSetting();
  }

  showDependencies(all: boolean): void {
    this.#all = all;
    void vscode.commands.executeCommand('setContext', contextKeys.showsDependencies, all);
    this.#changed.fire(undefined);
  }

  getChildren(row?: TreeRow): TreeRow[] | Promise<TreeRow[]> {
    const view = this.store.current;
    if (!view) return [];
    return row ? (row.children?.() ?? []) : this.#rootRows(view);
  }

  /** Nothing but the top groups is ever revealed from code. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(row: TreeRow): vscode.TreeItem {
    return row;
  }

  /** Lines, functions, packages where dependencies ran, and threads where there are several; first of all, of which part they are. */
  #rootRows(view: AnalysisView): TreeRow[] {
    const { range, marked, labels, threads } = view.analysis;
    const hasPackages = hasTime(view.analysis, Category.dependency);
    const rows = [
      range && partRow(view, `Only ${formatRange(range)}: show all`, 'history'),
      !range && marked?.shown && partRow(view, `Only the ${describeMarked(view.analysis) ?? ''}: show all`, 'bookmark'),
      labels && labelsRow(labels),
      this.lines,
      groupRow('Functions', 'symbol-function', () => this.#functionRows(view, hotFunctions(view, this.#all))),
      hasPackages && groupRow('Packages', 'package', () => this.#packageRows(view)),
      threads.length > 1 && groupRow('Threads', 'server-process', () => threadRows(view)),
    ];
    return rows.filter((row) => typeof row === 'object');
  }

  /** Files with time; where there are none, a row that says why. */
  #fileRows(): TreeRow[] {
    const view = this.store.current;
    if (!view) return [];
    const sources = hotSources(view, this.#all);
    if (sources.length === 0) return [noSourcesRow(view, this.#all)];
    return limited(sources, (source) =>
      fileRow(view, source, source === sources[0] ? Expanded : Collapsed, () => this.#lineRows(view, source)),
    );
  }

  async #lineRows(view: AnalysisView, source: number): Promise<TreeRow[]> {
    const texts = await loadLines(view.analysis.sources[source], this.kept);
    const compared = this.changes.of(view);
    return limited(hotLines(view, source), (row) => {
      const text = texts.at(view.analysis.lines.line[row] - 1)?.slice(0, longestText);
      return lineRow(view, row, changeOf(compared, 'ofLine', row), text);
    });
  }

  #functionRows(view: AnalysisView, rows: readonly number[]): TreeRow[] {
    const compared = this.changes.of(view);
    return limited(rows, (row) => functionRow(view, row, changeOf(compared, 'ofFunction', row)));
  }

  #packageRows(view: AnalysisView): TreeRow[] {
    const { rows, ofFunction } = view.index.packages();
    const functionsOf = (row: number): number[] => hotFunctions(view, true).filter((fn) => ofFunction[fn] === row);
    const hot = [...rows.keys()].filter((row) => rows[row].selfTime > 0);
    return limited(hot, (row) => packageRow(view, row, () => this.#functionRows(view, functionsOf(row))));
  }

  #readSetting(): void {
    this.showDependencies(readSetting('showDependencies'));
  }
}

function limited(rows: readonly number[], rowOf: (row: number) => TreeRow): TreeRow[] {
  const shown = rows.slice(0, shownAtMost).map(rowOf);
  return rows.length > shownAtMost ? [...shown, { label: `${formatCount(rows.length - shownAtMost)} more` }] : shown;
}

function threadRows(view: AnalysisView): TreeRow[] {
  const { threads } = view.analysis;
  const shares = shareThreads(threads);
  const time = threads.reduce((sum, { activeTime = 0 }) => sum + activeTime, 0);
  const all = threadRow(view, 'All threads', undefined, [formatValue(view.analysis.quality, time)]);
  const each = limited([...threads.keys()], (at) => {
    const { id, activeTime = NaN, isRecorded } = threads[at];
    const label = threadLabel(threads[at]);
    const figures = [formatShare(shares[at]), formatValue(view.analysis.quality, activeTime)];
    if (isRecorded) return threadRow(view, label, id, figures);
    const description = `not recorded${whyUnrecorded(threads[at])}`;
    return { label, description, tooltip: description, iconPath: new vscode.ThemeIcon('circle-slash') };
  });
  return [all, ...each];
}

function threadRow(
  { id: view, analysis }: AnalysisView,
  label: string,
  id: ThreadId | undefined,
  figures: readonly string[],
): TreeRow {
  const icon = id === analysis.thread ? 'eye' : 'circle-outline';
  return commandRow(label, icon, internalCommands.showThread, {
    args: [view, id],
    description: join(' · ', ...figures),
  });
}

function partRow({ id }: AnalysisView, label: string, icon: string): TreeRow {
  const tooltip = 'All figures are of this part of the recording. A click shows all of it.';
  return commandRow(label, icon, internalCommands.showAllTime, { args: [id], tooltip });
}

function labelsRow(labels: readonly SampleLabel[]): TreeRow {
  const tooltip = 'All figures are of the samples with these labels. A click lets you choose.';
  return commandRow(`Only ${labels.map(labelText).join(', ')}: choose others`, 'tag', commands.selectLabels, {
    tooltip,
  });
}

function noSourcesRow(view: AnalysisView, all: boolean): TreeRow {
  switch (whyNoSources(view, all)) {
    case 'dependenciesOnly':
      return commandRow('Only dependencies ran: show them', 'filter', commands.showDependencies);
    case 'linesUnknown':
      return { label: `Lines of your code are not known${view.isLive ? ' yet' : ': see Functions'}` };
    case 'nothing':
      return { label: `No line has ${amountLabel(view.analysis.quality)}` };
  }
}

const GENERATED = 'Generated code: no usable source map was found.';

function fileRow(
  view: AnalysisView,
  source: number,
  collapsibleState: vscode.TreeItemCollapsibleState,
  children: TreeRow['children'],
): TreeRow {
  const shown = view.analysis.sources[source];
  const { path: file, isFile, isGenerated } = shown;
  const folder = isFile ? path.dirname(labelOfSource(shown)) : '';
  const time = view.index.selfOfSource[source];
  const share = heatShare(view, view.index.categoryOfSource[source], time);
  return {
    label: isFile ? path.basename(file) : shortUrl(file),
    description: join(' · ', formatShare(share), folder !== '.' && folder),
    tooltip: join('\n', shortUrl(file), formatShareAndTime(view.analysis, time), isGenerated && GENERATED),
    resourceUri: uriOfSource(view, source),
    iconPath: vscode.ThemeIcon.File,
    collapsibleState,
    children,
  };
}

function lineRow(view: AnalysisView, row: number, change: RowChange, text = ''): TreeRow {
  const { lines, functions } = view.analysis;
  const share = heatOfLine(view, row, lines.selfTime[row]);
  const name = lines.function[row] >= 0 ? functions.name[lines.function[row]] : '';
  const isUnsure = hasTooFewSamples(view.analysis, row);
  const description = `line ${lines.line[row]} · ${formatValue(view.analysis.quality, lines.selfTime[row])}`;
  const samples = formatCountOf(lines.selfSamples[row], 'sample') + (isUnsure ? ' (too few samples)' : '');
  return {
    label: join('  ', formatShare(share), change.short, text.trim() || name || `line ${lines.line[row]}`),
    description,
    tooltip: join('\n', name, description, figuresOf(view, row, lines.selfTime[row]), samples, change.sentence),
    iconPath: isUnsure ? new vscode.ThemeIcon('circle-outline') : heatIcon(share),
    command: { command: internalCommands.revealLine, title: 'Show Line', arguments: [view.id, row] },
    accessibilityInformation: {
      label: join(', ', formatShare(share), description, text.trim() || name, change.sentence),
    },
  };
}

function functionRow(view: AnalysisView, row: number, change: RowChange): TreeRow {
  const { functions, sources } = view.analysis;
  const self = heatShare(view, functions.category[row], functions.selfTime[row]);
  const total = heatShare(view, functions.category[row], functions.totalTime[row]);
  const place = placeOfLine(sources[functions.source[row]], functions.line[row]);
  const times = `self ${formatValue(view.analysis.quality, functions.selfTime[row])}, total ${formatValue(view.analysis.quality, functions.totalTime[row])}`;
  return {
    label: join('  ', formatShare(self), change.short, functionLabel(functions.name[row])),
    description: join(' · ', `total ${formatShare(total)}`, place),
    tooltip: join('\n', functions.name[row], times, place, change.sentence),
    iconPath: heatIcon(self),
    contextValue: 'function',
    function: row,
    command: { command: internalCommands.revealFunction, title: 'Show Function', arguments: [view.id, row] },
  };
}

function packageRow(view: AnalysisView, row: number, children: TreeRow['children']): TreeRow {
  const { analysis, index } = view;
  const { rows } = index.packages();
  const { package: known, isOwn, selfTime, totalTime } = rows[row];
  const share = shareOf(analysis, selfTime);
  const label = packageLabels(rows, (folder) => folder)[row];
  const asker = describeAsker(analysis, rows[row], labelOfSource);
  const from = asker && `from ${asker}`;
  const times = `self ${formatValue(analysis.quality, selfTime)}, total ${formatValue(analysis.quality, totalTime)}`;
  return {
    label: join('  ', formatShare(share), label),
    description: join(' · ', `total ${formatShare(shareOf(analysis, totalTime))}`, isOwn && known && 'own code', from),
    tooltip: join('\n', label, times, from, known?.folder),
    iconPath: heatIcon(share),
    collapsibleState: Collapsed,
    children,
  };
}

type RowChange = ReturnType<typeof changeOf>;

/** How a row of a table changed since the recording before, in short (`▼ −45 %`) and as a sentence; empty where that is not clear. */
function changeOf(compared: Compared | undefined, table: 'ofLine' | 'ofFunction', row: number) {
  const change = compared?.index[table].get(row);
  if (!compared || !change || change.verdict === 'unclear') return { short: '', sentence: '' };
  return {
    short: `${signOf(change.verdict)} ${shortChange(change)}`,
    sentence: `Since ${compared.before.title}: ${describeRow(change, compared.comparison.runs)}`,
  };
}

function heatIcon(share: Share): vscode.ThemeIcon {
  const level = heatLevel(share, 0);
  return level === 0
    ? new vscode.ThemeIcon('circle-outline')
    : new vscode.ThemeIcon('flame', new vscode.ThemeColor(colors.text(level)));
}
