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
import { describeFinding } from '../../present/comparisons.ts';
import { fileLabel, functionLabel, joinParts } from '../../present/names.ts';
import { placeOfLine } from '../analysis/source-uris.ts';
import { anyOf } from '../any-of.ts';
import { colors, commands, internalCommands } from '../contributed-names.ts';
import { groupRow, type TreeRow } from '../tree/tree-row.ts';
import { findChanges } from './changes-model.ts';
import type { ChangesState, ChangesStore, Compared } from './changes-store.ts';

const { Expanded } = vscode.TreeItemCollapsibleState;

export type ChangesTree = ReturnType<typeof createChangesTree>;

/** The *Changes* view: what got slower or faster since the recording before, the biggest first. */
export const createChangesTree = (changes: ChangesStore) => ({
  onDidChangeTreeData: anyOf(changes.onDidChange),
  getChildren: (row?: TreeRow) => (row ? row.children?.() : rootRows(changes.state)) ?? [],
  getTreeItem: (row: TreeRow) => row,
});

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
    wantsRuns && againRow(),
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

function againRow(): TreeRow {
  return {
    label: 'Profile Again ×5…',
    tooltip: 'More runs on each side make smaller changes clear.',
    iconPath: new vscode.ThemeIcon('run-all'),
    command: { command: commands.profileAgainTimes, title: 'Profile Again ×5…' },
  };
}

function iconOf(verdict: Verdict): vscode.ThemeIcon {
  if (verdict === 'unclear') return new vscode.ThemeIcon('dash');
  const color = verdict === 'slower' ? colors.slowerText : colors.fasterText;
  return new vscode.ThemeIcon(verdict === 'slower' ? 'arrow-up' : 'arrow-down', new vscode.ThemeColor(color));
}
