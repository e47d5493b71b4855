import assert from 'node:assert/strict';
import {
  type Analysis,
  type FunctionRanges,
  precisionNames,
  type Profile,
  repairInlining,
} from '../../../src/core/index.ts';
import { analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';

/** Functions as `name: [first line, last line]`, whole lines; in order of their starts. */
function ranges(functions: Record<string, [number, number]>): FunctionRanges {
  const rows = Object.entries(functions);
  return {
    name: rows.map(([name]) => name),
    startLine: Int32Array.from(rows, ([, [start]]) => start),
    startColumn: new Int32Array(rows.length),
    endLine: Int32Array.from(rows, ([, [, end]]) => end),
    endColumn: new Int32Array(rows.length).fill(100),
  };
}

/** `main` is defined on line 1 of its script and runs to line 9; the ranges say what else the script holds. */
function recorded(stacks: string[], functions: Record<string, [number, number]>, v8Version = '11.3.244.8'): Profile {
  const profile = profileFromStacks(stacks, { facts: { v8Version, runtimeVersion: 'v20.20.2' } });
  const positions = { ...profile.positions, column: profile.positions.column.map(() => 5) };
  return {
    ...profile,
    positions,
    scripts: profile.scripts.map((script) => ({ ...script, functions: ranges(functions) })),
  };
}

function analyse(profile: Profile): Analysis {
  return analysisOfProfile(repairInlining(profile));
}

const selfOf = ({ functions }: Analysis): Record<string, number> =>
  Object.fromEntries(
    functions.name.map((name, row) => [name, functions.selfTime[row] / 1000] as const).filter(([, time]) => time > 0),
  );

const linesOf = ({ lines }: Analysis): Record<number, [number, string]> =>
  Object.fromEntries(
    Array.from(lines.line, (line, row) => [line, [lines.selfTime[row] / 1000, precisionNames[lines.precision[row]]]]),
  );

describe('repairInlining', () => {
  const functions: Record<string, [number, number]> = { main: [1, 9], helper: [12, 16] };

  it('moves a line outside its function to the function that owns it, and marks it as estimated', () => {
    const analysis = analyse(recorded(['main:3', 'main:13', 'main:13'], functions));
    assert.deepEqual(selfOf(analysis), { main: 1, helper: 2 });
    assert.deepEqual(linesOf(analysis), { 3: [1, 'exact'], 13: [2, 'estimated'] });
  });

  it('keeps the owner below the function that it was inlined into', () => {
    const { functions: table, tree } = analyse(recorded(['main:3', 'main:13'], functions));
    assert.equal(table.totalTime[table.name.indexOf('main')], 2000);
    const node = tree.function.indexOf(table.name.indexOf('helper'));
    assert.equal(table.name[tree.function[tree.parent[node]]], 'main');
  });

  it('moves a line of a function nested in its node to the nested one', () => {
    const analysis = analyse(recorded(['main:5', 'main:2'], { main: [1, 9], inner: [4, 6] }));
    assert.deepEqual(selfOf(analysis), { main: 1, inner: 1 });
  });

  it('leaves a line that two functions share', () => {
    const analysis = analyse(recorded(['main:4'], { main: [1, 9], inner: [4, 6] }));
    assert.deepEqual(selfOf(analysis), { main: 1 });
    assert.deepEqual(linesOf(analysis), { 4: [1, 'exact'] });
  });

  it('does not guess where no function of the file owns the line: it says that the code is elsewhere', () => {
    const analysis = analyse(recorded(['main:3', 'main:40'], functions));
    assert.deepEqual(selfOf(analysis), { main: 2 });
    assert.deepEqual(linesOf(analysis), { 1: [1, 'function'], 3: [1, 'exact'] });
    const [diagnostic] = analysis.diagnostics;
    assert.equal(diagnostic.code, 'inlined-elsewhere');
    assert.match(describeDiagnostic(diagnostic), /^50\.0 % of the time .* v20\.20\.2 /);
  });

  it('touches nothing from the V8 version on that names inlined functions, and nothing without function ranges', () => {
    const named = recorded(['main:13'], functions, '14.1.146.11-node.10');
    const bare = profileFromStacks(['main:13'], { facts: { v8Version: '11.3.244.8' } });
    for (const profile of [named, bare]) assert.equal(repairInlining(profile), profile);
  });
});
