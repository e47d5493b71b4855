import assert from 'node:assert/strict';
import { doubtInlining, type Profile, TickRepair } from '../../../src/core/index.ts';
import { profileFromStacks } from '../../support/profile-from-stacks.ts';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';

/** Nine of ten ticks on a line of `main`, which begins on line 5; the tenth on `line`. `callerFrom`: where its caller begins. */
function recorded(line: number, facts: Parameters<typeof profileFromStacks>[1] = {}, callerFrom = 400): Profile {
  const stacks = [...Array.from({ length: 9 }, () => 'caller > main:7'), `caller > main:${line}`];
  const profile = profileFromStacks(stacks, facts);
  const { position, name } = profile.frames;
  const lines = profile.positions.line.slice();
  lines[position[name.indexOf('main')]] = 5;
  const script = profile.positions.script.slice();
  const caller = position[name.indexOf('caller')];
  lines[caller] = callerFrom;
  script[caller] = script[position[name.indexOf('main')]];
  return { ...profile, positions: { ...profile.positions, script, line: lines } };
}

describe('doubtInlining', () => {
  it('finds lines above their function, marks them, and tells how much time that is', () => {
    const profile = recorded(3, {}, 2);
    const doubted = doubtInlining(profile);
    const [finding, ...others] = doubted.recording.diagnostics;
    assert.equal(finding.code, 'inlined-unknown');
    assert.match(describeDiagnostic(finding), /^At least 10\.0 % of the time is on lines that precede the function/);
    assert.deepEqual(others, []);
    const marked = [...(doubted.ticks.repair ?? [])].flatMap((repair, tick) =>
      repair === TickRepair.moved ? [profile.positions.line[profile.ticks.position[tick]]] : [],
    );
    assert.deepEqual(marked, [3]);
  });

  it('tells nothing of V8 by lines of TypeScript, which Deno counts in what it compiled of it', () => {
    const profile = recorded(3);
    const compiled = { ...profile, scripts: profile.scripts.map((script) => ({ ...script, url: 'file:///main.ts' })) };
    assert.deepEqual(doubtInlining(compiled).recording.diagnostics, []);
    assert.deepEqual(doubtInlining(compiled).ticks, doubtInlining(profile).ticks);
  });

  it('leaves lines out above which no function begins: they may be those of another file', () => {
    const { ticks, recording } = doubtInlining(recorded(3));
    assert.deepEqual([...(ticks.repair ?? [])], [TickRepair.none, TickRepair.elsewhere]);
    assert.deepEqual(
      [...ticks.position].map((position) => position < 0),
      [false, true],
    );
    assert.equal(recording.diagnostics[0].code, 'inlined-unknown');
  });

  for (const [what, profile] of [
    ['a line where its function begins', recorded(5)],
    ['a line below that', recorded(6)],
    ['a line far below it', recorded(400)],
    ['a V8 that is known', recorded(3, { facts: { v8Version: '11.3.244.8' } })],
    ['a V8 log', recorded(3, { facts: { sampler: 'v8log' } })],
  ] as const)
    it(`leaves ${what} alone`, () => assert.equal(doubtInlining(profile), profile));
});
