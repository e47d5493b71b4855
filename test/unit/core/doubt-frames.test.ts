import assert from 'node:assert/strict';
import {
  type Analysis,
  doubtFrames,
  LineCause,
  precisionNames,
  type Profile,
  TickRepair,
} from '../../../src/core/index.ts';
import { appendRows } from '../../../src/core/growing-column.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import type { RecordedFacts } from '../../../src/recording/index.ts';
import { analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';

type Repair = RecordedFacts['frameRepair'];
const on: Repair = { state: 'on', samples: 100, mended: 20 };
const off: Repair = { state: 'off', reason: 'platform', detail: 'darwin on arm64' };

const analysisOf = (profile: Profile): Analysis => analysisOfProfile(doubtFrames(profile));

const certaintyOf = ({ lines }: Analysis, line: number): [string, number] => {
  const row = lines.line.indexOf(line);
  return [precisionNames[lines.precision[row]], lines.reason[row]];
};

/** A V8 log of 100 samples on line 2, so many of them in builtins; what runs there is told where it was not repaired. */
function loggedProfile(inBuiltins: number, frameRepair: Repair): Profile {
  const stacks = Array.from({ length: 100 }, (_, i) => (i < inBuiltins ? 'main:3' : 'main:2'));
  const profile = profileFromStacks(stacks, { callSites: true, facts: { sampler: 'v8log', frameRepair } });
  const { line } = profile.positions;
  const repair = Uint8Array.from(profile.ticks.position, (at) => (line[at] === 3 ? TickRepair.doubted : 0));
  const positions = { ...profile.positions, line: line.map((at) => (at === 3 ? 2 : at)) };
  if (frameRepair?.state === 'on') return { ...profile, positions };
  return { ...profile, positions, ticks: { ...profile.ticks, repair } };
}

/** A tick without a position for each sample in some native code, of which the caller was lost in one of these ways. */
function withLostCalls(profile: Profile, native: string, way: TickRepair): Profile {
  const { ticks, samples, tree, frames } = profile;
  const rows = [...samples.node.keys()].filter((i) => frames.name[tree.frame[samples.node[i]]] === native);
  const all = (value: number): number[] => rows.map(() => value);
  const times = rows.map((i) => samples.start[i + 1] - samples.start[i]);
  const lost = rows.map((i) => samples.node[i]);
  return {
    ...profile,
    ticks: {
      ...{ node: appendRows(ticks.node, lost), position: appendRows(ticks.position, all(-1)) },
      ...{ count: appendRows(ticks.count, all(1)), time: appendRows(ticks.time, times) },
      repair: appendRows(ticks.repair ?? new Uint8Array(ticks.node.length), all(way)),
    },
  };
}

describe('lines of which V8 may have lost frames', () => {
  for (const [name, frameRepair] of Object.entries({ off, absent: undefined })) {
    it(`are estimated in an inspector's recording whose frame repair is ${name}, all of them`, () => {
      const analysis = analysisOf(
        profileFromStacks(['main:2 > f:5', 'main:2', '(program)'], { facts: { frameRepair } }),
      );
      assert.deepEqual(certaintyOf(analysis, 2), ['estimated', LineCause.lostFrame]);
      assert.deepEqual(certaintyOf(analysis, 5), ['estimated', LineCause.lostFrame]);
      assert.equal(analysis.quality.exactShare, 0);
      const [finding, ...others] = analysis.diagnostics;
      assert.deepEqual([finding.code, finding.severity, others], ['frames-may-be-lost', 'info', []]);
      assert.match(describeDiagnostic(finding), /no line with that time, 66\.7 % of the active time, is exact/);
      const facts = { frameRepair, value: { name: 'sample', unit: 'count' } };
      const [counted] = analysisOf(profileFromStacks(['main:2', '(program)'], { facts })).diagnostics;
      assert.match(describeDiagnostic(counted), /no line with that time, 50\.0 % of sample, is exact/);
    });

    it(`are estimated in a V8 log whose frame repair is ${name} from 5 % of time in builtins on`, () => {
      const few = analysisOf(loggedProfile(4, frameRepair));
      assert.deepEqual(certaintyOf(few, 2), ['exact', -1]);
      const some = analysisOf(loggedProfile(5, frameRepair));
      assert.deepEqual(certaintyOf(some, 2), ['estimated', LineCause.lostFrame]);
      assert.ok(Math.abs(some.quality.exactShare - 0.95) < 1e-9);
      assert.match(some.diagnostics.map(describeDiagnostic).join(), /^5\.0 % of the active time was in V8's builtins/);
    });
  }

  it('are exact where the frame repair was on, with both samplers', () => {
    for (const profile of [loggedProfile(50, on), profileFromStacks(['main:2'], { facts: { frameRepair: on } })]) {
      assert.equal(doubtFrames(profile), profile);
      const analysis = analysisOf(profile);
      assert.deepEqual(certaintyOf(analysis, 2), ['exact', -1]);
      assert.equal(analysis.quality.exactShare, 1);
      assert.deepEqual(analysis.diagnostics, []);
    }
  });

  it('are estimated where a named builtin was called from them', () => {
    const profile = profileFromStacks(['main:2 > [push]', 'main:3 > [compress]'], {
      callSites: true,
      facts: { sampler: 'v8log' },
    });
    const analysis = analysisOf(withLostCalls(profile, 'push', TickRepair.doubted));
    assert.deepEqual(certaintyOf(analysis, 2), ['estimated', LineCause.lostFrame]);
    assert.deepEqual(certaintyOf(analysis, 3), ['exact', -1]);
  });

  it('say that the time is below their call where functions are called from there', () => {
    const stacks = ['main:2', 'main:3 > [push]', 'main:4', '5× main:4 > f:9'];
    const profile = profileFromStacks(stacks, { callSites: true, facts: { sampler: 'v8log' } });
    const { line } = profile.positions;
    const repair = Uint8Array.from(profile.ticks.position, (at) => (line[at] === 4 ? TickRepair.below : 0));
    const analysis = analysisOf(
      withLostCalls({ ...profile, ticks: { ...profile.ticks, repair } }, 'push', TickRepair.below),
    );
    assert.deepEqual(certaintyOf(analysis, 2), ['exact', -1]);
    assert.deepEqual(certaintyOf(analysis, 3), ['estimated', LineCause.belowCall]);
    assert.deepEqual(certaintyOf(analysis, 4), ['estimated', LineCause.belowCall]);
    assert.equal(analysis.quality.lostFrameShare, 2 / 8);
  });

  it('keep the reason that tells them from other lines', () => {
    const profile = profileFromStacks(['9× main:2', 'f:2 > g:5']);
    const { line } = profile.positions;
    const repair = Uint8Array.from(profile.ticks.position, (at) => (line[at] === 5 ? TickRepair.moved : 0));
    const analysis = analysisOf({ ...profile, ticks: { ...profile.ticks, repair } });
    assert.deepEqual(certaintyOf(analysis, 5), ['estimated', LineCause.repaired]);
    assert.deepEqual(certaintyOf(analysis, 2), ['estimated', LineCause.lostFrame]);
  });
});
