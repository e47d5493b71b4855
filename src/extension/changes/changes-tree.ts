import * as vscode from 'vscode';
import type { ChangedRow, ComparisonFinding, Verdict } from '../../compare/index.ts';
import {
  describeRow,
  describeRunsToTell,
  describeWholeChange,
  rangeLabel,
  runsLabel,
  shortChange,
  timesLabel,
  shortWholeChange,
} from '../../present/changes.ts';
import { describeFinding, describeRefusal } from '../../present/comparisons.ts';
import { fileLabel, functionLabel, joinParts } from '../../present/names.ts';
import { placeOfLine } from '../analysis/source-uris.ts';
import { colors, commands, contextKeys, internalCommands, views } from '../contributed-names.ts';
import { withoutLinks } from '../plain-text.ts';
import { whenRecorded } from '../tree/recordings-tree.ts';
import { anyOf, commandRow, groupRow, type TreeRow } from '../tree/tree-row.ts';
import { findChanges, isOfAll, ranByItself } from './changes-model.ts';
import type { ChangesState, ChangesStore, Compared } from './changes-store.ts';

const { Expanded } = vscode.TreeItemCollapsibleState;

/**
 * Registers the view *Changes*: what got slower or faster since the recording before, the biggest change first. Where there is no
 * verdict, it says why, with a button that helps (`viewsWelcome`). VS Code lets nobody fold a view, so a second one, folded at first,
 * stands in its place where a recording is compared with nothing.
 */
export function registerChangesView(changes: ChangesStore, subscriptions: vscode.Disposable[]): void {
  const treeView = vscode.window.createTreeView<TreeRow>(views.changes, {
    treeDataProvider: {
      onDidChangeTreeData: anyOf(changes.onDidChange),
      getChildren: (row) => (row ? row.children?.() : rootRows(changes.state)) ?? [],
      getTreeItem: (row) => row,
    },
  });
  const show = (state: ChangesState): void => {
    const key = state.kind === 'alone' ? state.why : state.kind;
    void vscode.commands.executeCommand('setContext', contextKeys.changesState, key);
    const wasAttached = 'view' in state && ranByItself(state.view.analysis);
    void vscode.commands.executeCommand('setContext', contextKeys.wasAttached, wasAttached);
    const since = 'before' in state && `since ${state.before.title}, ${whenRecorded(state.before.recordedAt, true)}`;
    treeView.description = since || undefined;
    treeView.message = messageOf(state);
  };
  show(changes.state);
  const empty = { getChildren: () => [], getTreeItem: () => new vscode.TreeItem('') };
  const folded = vscode.window.registerTreeDataProvider(views.noChanges, empty);
  subscriptions.push(treeView, folded, changes.onDidChange(show));
}

function messageOf(state: ChangesState): string | undefined {
  if (state.kind === 'comparing') return 'Comparing…';
  if (state.kind === 'refused') return withoutLinks(describeRefusal(state.refusal));
  const findings = state.kind === 'compared' ? state.comparison.findings.filter(isOfAll) : [];
  return findings.map((finding) => withoutLinks(describeFinding(finding).message)).join(' ') || undefined;
}

function rootRows(state: ChangesState): TreeRow[] {
  if (state.kind !== 'compared') return [];
  const { lines, functions, isUnclear, likely, findings, wantsRuns } = findChanges(state);
  const rowsOf = (changed: readonly ChangedRow[], kind: 'line' | 'function'): TreeRow[] =>
    changed.map((row) => changedRow(state, row, kind));
  const rows = [
    wholeRow(state),
    lines.length > 0 && groupRow('Lines', 'list-tree', () => rowsOf(lines, 'line'), Expanded),
    functions.length > 0 && groupRow('Functions', 'symbol-function', () => rowsOf(functions, 'function')),
    isUnclear && unclearRow(likely),
    ...findings.map(findingRow),
    wantsRuns &&
      commandRow('Profile Again ×5…', 'run-all', commands.profileAgainTimes, {
        tooltip: 'More runs on each side make smaller changes clear.',
      }),
  ];
  return rows.filter((row) => row !== false);
}

function wholeRow({ comparison }: Compared): TreeRow {
  const { whole, runs } = comparison;
  const text = describeWholeChange(comparison);
  return {
    label: `Whole: ${shortWholeChange(whole)}`,
    description: joinParts(' · ', rangeLabel(whole), timesLabel(whole), runsLabel(runs)),
    tooltip: text,
    accessibilityInformation: { label: text },
    iconPath: iconOf(whole.verdict),
  };
}

function changedRow(state: Compared, row: ChangedRow, kind: 'line' | 'function'): TreeRow {
  const { source, name, line = row.beforeLine ?? 0 } = row;
  const short = source ? fileLabel(source.path, line) : '';
  const what = kind === 'line' ? short : functionLabel(name);
  const isGone = row.after === 0 && row.line === undefined;
  const sentence = `${what}: ${describeRow(row, state.comparison.runs)}${isGone ? ' It is gone.' : ''}`;
  const command = kind === 'line' ? internalCommands.revealLine : internalCommands.revealFunction;
  return {
    label: `${isGone ? 'gone' : shortChange(row)}  ${what}`,
    description: joinParts(' · ', rangeLabel(row), timesLabel(row), kind === 'line' ? functionLabel(name) : short),
    tooltip: `${sentence}\n${placeOfLine(source, line)}`,
    accessibilityInformation: { label: sentence },
    iconPath: iconOf(row.verdict),
    ...(row.row !== undefined &&
      source && { command: { command, title: 'Show', arguments: [state.view.id, row.row] } }),
  };
}

function unclearRow(likely: ChangedRow | undefined): TreeRow {
  const place = likely?.source && fileLabel(likely.source.path, likely.line ?? 0);
  const text = 'No line and no function changed more than runs differ by themselves.';
  return {
    label: 'No clear change',
    description: likely && `${place}: ${shortChange(likely)}?`,
    tooltip: likely ? `${text} ${place}: ${describeRunsToTell(likely)}` : text,
    iconPath: iconOf('unclear'),
  };
}

function findingRow(finding: ComparisonFinding): TreeRow {
  const { message, severity } = describeFinding(finding);
  return { label: message, tooltip: message, iconPath: new vscode.ThemeIcon(severity) };
}

function iconOf(verdict: Verdict): vscode.ThemeIcon {
  if (verdict === 'unclear') return new vscode.ThemeIcon('dash');
  const color = verdict === 'slower' ? colors.slowerText : colors.fasterText;
  return new vscode.ThemeIcon(verdict === 'slower' ? 'arrow-up' : 'arrow-down', new vscode.ThemeColor(color));
}
