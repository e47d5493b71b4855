import * as path from 'node:path';
import * as vscode from 'vscode';
import { hasTooFewSamples, type Share, shareOf } from '../../core/index.ts';
import { describeDiagnostic } from '../../present/diagnostics.ts';
import type { AnalysisStore, AnalysisView } from '../analysis/analysis-store.ts';
import { labelOfSource, uriOfSource } from '../analysis/source-uris.ts';
import { colors, contextKeys, internalCommands, settings } from '../contributions.ts';
import { functionLabel, placeLabel } from '../../present/names.ts';
import { formatCount, formatCountOf, formatShare, formatTime } from '../../present/quantities.ts';
import { heatLevel, type HeatScale } from '../heat/heat-scale.ts';
import { scaleOf } from '../heat/heat-painter.ts';
import { readHeatSettings, readShowDependencies, touches } from '../settings.ts';
import { fileNodes, findingNodes, functionNodes, type HotNode, lineNodes, rootNodes } from './hot-lines-model.ts';
import { type LineTexts } from './line-texts.ts';

/** The *Hot Lines* view: files with their lines, and functions, by heat. */
export class HotLinesTree implements vscode.TreeDataProvider<HotNode>, vscode.Disposable {
  readonly #store: AnalysisStore;
  readonly #texts: LineTexts;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #disposables: vscode.Disposable[];
  #all = false;

  constructor(store: AnalysisStore, texts: LineTexts) {
    this.#store = store;
    this.#texts = texts;
    this.#disposables = [
      this.#changed,
      store.onDidChange(() => this.#changed.fire(undefined)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (touches(event, settings.showDependencies)) this.#readSetting();
        else if (touches(event, settings.minimumShare)) this.#changed.fire(undefined);
      }),
    ];
    this.#readSetting();
  }

  /** Whether code that is not the user's own is shown too. */
  get showsDependencies(): boolean {
    return this.#all;
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
    const view = this.#store.current;
    if (!view) return [];
    if (!node) return rootNodes(view);
    switch (node.kind) {
      case 'files':
        return fileNodes(view, this.#all);
      case 'functions':
        return functionNodes(view, this.#all);
      case 'file':
        await this.#texts.load(view, node.source);
        return lineNodes(view, node.source);
      case 'findings':
        return findingNodes(view);
      default:
        return [];
    }
  }

  /** Nothing but the top groups is ever revealed from code. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(node: HotNode): vscode.TreeItem {
    const view = this.#store.current;
    if (!view) return new vscode.TreeItem('');
    switch (node.kind) {
      case 'files':
        return groupItem('Lines', 'list-tree', vscode.TreeItemCollapsibleState.Expanded);
      case 'functions':
        return groupItem('Functions', 'symbol-function', vscode.TreeItemCollapsibleState.Collapsed);
      case 'file':
        return fileItem(view, node.source, fileNodes(view, this.#all)[0]);
      case 'line':
        return lineItem(view, node.row, this.#texts.text(view, node.row));
      case 'function':
        return functionItem(view, node.row);
      case 'findings':
        return groupItem('Findings', 'warning', vscode.TreeItemCollapsibleState.Collapsed);
      case 'finding':
        return findingItem(view, node.index);
      case 'more':
        return new vscode.TreeItem(`${formatCount(node.count)} more`);
    }
  }

  #readSetting(): void {
    this.showDependencies(readShowDependencies());
  }
}

function groupItem(label: string, icon: string, state: vscode.TreeItemCollapsibleState): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.iconPath = new vscode.ThemeIcon(icon);
  return item;
}

function findingItem(view: AnalysisView, index: number): vscode.TreeItem {
  const diagnostic = view.analysis.diagnostics[index];
  const { severity, file, line } = diagnostic;
  const message = describeDiagnostic(diagnostic);
  const item = new vscode.TreeItem(message);
  item.tooltip = message;
  item.iconPath = new vscode.ThemeIcon(severity);
  if (file && path.isAbsolute(file)) {
    const selection = line ? new vscode.Range(line - 1, 0, line - 1, 0) : undefined;
    item.command = {
      command: 'vscode.open',
      title: 'Open',
      arguments: [vscode.Uri.file(file), { selection }],
    };
  }
  return item;
}

function fileItem(view: AnalysisView, source: number, hottest: HotNode | undefined): vscode.TreeItem {
  const { path: file, isFile, isGenerated } = view.analysis.sources[source];
  const isHottest = hottest?.kind === 'file' && hottest.source === source;
  const state = isHottest ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
  const item = new vscode.TreeItem(isFile ? path.basename(file) : file, state);
  const folder = isFile ? path.dirname(labelOfSource(file, true)) : '';
  const share = formatShare(shareOf(view.analysis, view.index.selfOfSource[source]));
  item.description = [share, folder === '.' ? '' : folder].filter(Boolean).join(' · ');
  item.tooltip = [
    file,
    `${share} · ${formatTime(view.index.selfOfSource[source])}`,
    isGenerated ? 'Generated code: no usable source map was found.' : '',
  ]
    .filter(Boolean)
    .join('\n');
  item.resourceUri = uriOfSource(view, source);
  item.iconPath = vscode.ThemeIcon.File;
  return item;
}

function lineItem(view: AnalysisView, row: number, text: string | undefined): vscode.TreeItem {
  const { lines, functions } = view.analysis;
  const share = shareOf(view.analysis, lines.selfTime[row]);
  const name = lines.function[row] >= 0 ? functions.name[lines.function[row]] : '';
  const item = new vscode.TreeItem(`${formatShare(share)}  ${text?.trim() || name || `line ${lines.line[row]}`}`);
  item.description = `line ${lines.line[row]} · ${formatTime(lines.selfTime[row])}`;
  const isUnsure = hasTooFewSamples(view.analysis, row);
  const few = isUnsure ? ' (too few samples)' : '';
  item.tooltip = [name, item.description, formatCountOf(lines.selfSamples[row], 'sample') + few]
    .filter(Boolean)
    .join('\n');
  item.iconPath = isUnsure
    ? new vscode.ThemeIcon('circle-outline')
    : heatIcon(scaleOf(view, readHeatSettings()), share);
  item.command = {
    command: internalCommands.revealLine,
    title: 'Show line',
    arguments: [view.id, row],
  };
  item.accessibilityInformation = { label: `${formatShare(share)}, ${item.description}, ${text?.trim() ?? name}` };
  return item;
}

function functionItem(view: AnalysisView, row: number): vscode.TreeItem {
  const { functions } = view.analysis;
  const self = shareOf(view.analysis, functions.selfTime[row]);
  const total = shareOf(view.analysis, functions.totalTime[row]);
  const item = new vscode.TreeItem(`${formatShare(self)}  ${functionLabel(functions.name[row])}`);
  const source = view.analysis.sources[functions.source[row]];
  const place = source ? placeLabel(labelOfSource(source.path, source.isFile), functions.line[row]) : '';
  item.description = [`total ${formatShare(total)}`, place].filter(Boolean).join(' · ');
  item.tooltip = [
    functions.name[row],
    `self ${formatTime(functions.selfTime[row])}, total ${formatTime(functions.totalTime[row])}`,
    place,
  ]
    .filter(Boolean)
    .join('\n');
  item.iconPath = heatIcon(scaleOf(view, readHeatSettings()), self);
  item.contextValue = 'function';
  item.command = {
    command: internalCommands.revealFunction,
    title: 'Show function',
    arguments: [view.id, row],
  };
  return item;
}

function heatIcon(scale: HeatScale, share: Share): vscode.ThemeIcon {
  const level = heatLevel({ ...scale, minimum: 0 }, share);
  return level === 0
    ? new vscode.ThemeIcon('circle-outline')
    : new vscode.ThemeIcon('flame', new vscode.ThemeColor(colors.text(level)));
}
