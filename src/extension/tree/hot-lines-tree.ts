import * as path from 'node:path';
import * as vscode from 'vscode';
import {
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
  formatCount,
  formatCountOf,
  formatRange,
  formatShare,
  formatShareAndTime,
  formatValue,
} from '../../present/quantities.ts';
import type { ChangesStore, Compared } from '../changes/changes-store.ts';
import { heatLevel } from '../heat/heat-scale.ts';
import { figuresOf } from '../heat/shown-line.ts';
import { readSetting, touches } from '../settings.ts';
import {
  fileNodes,
  functionNodes,
  functionsOfPackage,
  type HotNode,
  lineNodes,
  packageNodes,
  rootNodes,
  threadNodes,
} from './hot-lines-model.ts';
import { type LineTexts } from './line-texts.ts';

/** The *Hot Lines* view: files with their lines, and functions, by heat. */
export class HotLinesTree implements vscode.TreeDataProvider<HotNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #disposables: vscode.Disposable[];
  #all = false;

  constructor(
    private readonly store: AnalysisStore,
    private readonly changes: ChangesStore,
    private readonly texts: LineTexts,
  ) {
    this.#disposables = [
      store.onDidChange(() => this.#changed.fire(undefined)),
      // Until the comparison is there, and where there is none, rows are as without.
      changes.onDidChange(({ kind }) => kind === 'compared' && this.#changed.fire(undefined)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (touches(event, settings.showDependencies)) this.#readSetting();
        else if (touches(event, settings.minimumShare)) this.#changed.fire(undefined);
      }),
    ];
    this.#readSetting();
  }

  showDependencies(all: boolean): void {
    this.#all = all;
    void vscode.commands.executeCommand('setContext', contextKeys.showsDependencies, all);
    this.#changed.fire(undefined);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async getChildren(node?: HotNode): Promise<HotNode[]> {
    const view = this.store.current;
    if (!view) return [];
    if (!node) return rootNodes(view);
    switch (node.kind) {
      case 'files':
        return fileNodes(view, this.#all);
      case 'functions':
        return functionNodes(view, this.#all);
      case 'packages':
        return packageNodes(view);
      case 'package':
        return functionsOfPackage(view, node.row);
      case 'file':
        await this.texts.load(view, node.source);
        return lineNodes(view, node.source);
      case 'threads':
        return threadNodes(view);
      default:
        return [];
    }
  }

  /** Nothing but the top groups is ever revealed from code. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(node: HotNode): vscode.TreeItem {
    const view = this.store.current;
    if (!view) return new vscode.TreeItem('');
    const compared = this.changes.of(view);
    switch (node.kind) {
      case 'files':
        return groupItem('Lines', 'list-tree', Expanded);
      case 'functions':
        return groupItem('Functions', 'symbol-function');
      case 'packages':
        return groupItem('Packages', 'package');
      case 'package':
        return packageItem(view, node.row);
      case 'file':
        return fileItem(view, node.source, fileNodes(view, this.#all)[0]);
      case 'line':
        return lineItem(view, node.row, changeOf(compared, 'ofLine', node.row), this.texts.text(view, node.row));
      case 'function':
        return functionItem(view, node.row, changeOf(compared, 'ofFunction', node.row));
      case 'range':
        return partItem(view, `Only ${formatRange(node.range)}: show all`, 'history');
      case 'marks':
        return partItem(view, `Only the ${describeMarked(view.analysis) ?? ''}: show all`, 'bookmark');
      case 'labels':
        return labelsItem(node.labels);
      case 'threads':
        return groupItem('Threads', 'server-process');
      case 'thread':
        return threadItem(view, node.id);
      case 'more':
        return new vscode.TreeItem(`${formatCount(node.count)} more`);
      case 'dependenciesOnly':
        return dependenciesOnlyItem();
      case 'linesUnknown':
        return new vscode.TreeItem(
          view.isLive ? 'Lines of your code are not known yet' : 'Lines of your code are not known: see Functions',
        );
      case 'nothing':
        return new vscode.TreeItem('No line has time');
    }
  }

  #readSetting(): void {
    this.showDependencies(readSetting('showDependencies'));
  }
}

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

const groupItem = (label: string, icon: string, collapsibleState = Collapsed): vscode.TreeItem => ({
  label,
  collapsibleState,
  iconPath: new vscode.ThemeIcon(icon),
});

function threadItem({ id: view, analysis }: AnalysisView, id: ThreadId | undefined): vscode.TreeItem {
  const { threads, thread: shown, quality } = analysis;
  const thread = threads.find((one) => one.id === id);
  const time = thread ? (thread.activeTime ?? NaN) : threads.reduce((sum, { activeTime = 0 }) => sum + activeTime, 0);
  const icon = new vscode.ThemeIcon(id === shown ? 'eye' : 'circle-outline');
  if (thread?.isRecorded === false) {
    const description = `not recorded${whyUnrecorded(thread)}`;
    return {
      label: threadLabel(thread),
      description,
      tooltip: description,
      iconPath: new vscode.ThemeIcon('circle-slash'),
    };
  }
  return {
    label: thread ? threadLabel(thread) : 'All threads',
    description: join(
      ' · ',
      thread ? formatShare(shareThreads(threads)[threads.indexOf(thread)]) : '',
      formatValue(quality, time),
    ),
    iconPath: icon,
    command: { command: internalCommands.showThread, title: 'Show Thread', arguments: [view, id] },
  };
}

function partItem({ id }: AnalysisView, label: string, icon: string): vscode.TreeItem {
  return {
    label,
    tooltip: 'All figures are of this part of the recording. A click shows all of it.',
    iconPath: new vscode.ThemeIcon(icon),
    command: { command: internalCommands.showAllTime, title: 'Show All Time', arguments: [id] },
  };
}

function labelsItem(labels: readonly SampleLabel[]): vscode.TreeItem {
  return {
    label: `Only ${labels.map(labelText).join(', ')}: choose others`,
    tooltip: 'All figures are of the samples with these labels. A click lets you choose.',
    iconPath: new vscode.ThemeIcon('tag'),
    command: { command: commands.selectLabels, title: 'Select Labels' },
  };
}

function dependenciesOnlyItem(): vscode.TreeItem {
  return {
    label: 'Only dependencies ran: show them',
    iconPath: new vscode.ThemeIcon('filter'),
    command: { command: commands.showDependencies, title: 'Show Dependencies and Node' },
  };
}

function fileItem(view: AnalysisView, source: number, hottest: HotNode | undefined): vscode.TreeItem {
  const shown = view.analysis.sources[source];
  const { path: file, isFile, isGenerated } = shown;
  const isHottest = hottest?.kind === 'file' && hottest.source === source;
  const folder = isFile ? path.dirname(labelOfSource(shown)) : '';
  const time = view.index.selfOfSource[source];
  return {
    label: isFile ? path.basename(file) : shortUrl(file),
    collapsibleState: isHottest ? Expanded : Collapsed,
    description: join(
      ' · ',
      formatShare(heatShare(view, view.index.categoryOfSource[source], time)),
      folder === '.' ? '' : folder,
    ),
    tooltip: join(
      '\n',
      shortUrl(file),
      formatShareAndTime(view.analysis, time),
      isGenerated ? 'Generated code: no usable source map was found.' : '',
    ),
    resourceUri: uriOfSource(view, source),
    iconPath: vscode.ThemeIcon.File,
  };
}

function lineItem(view: AnalysisView, row: number, change: RowChange, text = ''): vscode.TreeItem {
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

function functionItem(view: AnalysisView, row: number, change: RowChange): vscode.TreeItem {
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
    command: { command: internalCommands.revealFunction, title: 'Show Function', arguments: [view.id, row] },
  };
}

function packageItem(view: AnalysisView, row: number): vscode.TreeItem {
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
    collapsibleState: Collapsed,
    description: join(' · ', `total ${formatShare(shareOf(analysis, totalTime))}`, isOwn && known && 'own code', from),
    tooltip: join('\n', label, times, from, known?.folder),
    iconPath: heatIcon(share),
  };
}

interface RowChange {
  /** `▼ −45 %` */
  readonly short: string;
  readonly sentence: string;
}

/** How a row of a table changed since the recording before; empty where that is not clear. */
function changeOf(compared: Compared | undefined, table: 'ofLine' | 'ofFunction', row: number): RowChange {
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
