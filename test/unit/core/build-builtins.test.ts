import assert from 'node:assert/strict';
import { type BuiltinTicks, builtinsOfLine, NO_CALLEE, type Profile, SOME_CALLEE } from '../../../src/core/index.ts';
import { mergeProfiles } from '../../../src/core/merge-profiles.ts';
import { analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';

/** `f` on its line 5 for two samples, of which builtins had these parts in microseconds. */
function inBuiltins(times: Readonly<Record<string, number>>): Profile {
  const profile = profileFromStacks(['main:2 > f:5', 'main:2 > f:5', 'main:2'], { callSites: true });
  const position = profile.positions.line.indexOf(5);
  const names = Object.keys(times);
  const builtins: BuiltinTicks = {
    names,
    builtin: Int32Array.from(names.keys()),
    frame: Int32Array.from(names, () => profile.frames.name.indexOf('f')),
    position: Int32Array.from(names, () => position),
    within: new Int32Array(names.length).fill(-1),
    time: Float64Array.from(Object.values(times)),
  };
  return { ...profile, builtins };
}

const partsOf = (profile: Profile, line: number) => {
  const { lines } = analysisOfProfile(profile);
  return builtinsOfLine(lines, lines.line.indexOf(line));
};

describe('builtins of lines', () => {
  it('are parts of the line that ran them, the most first', () => {
    const profile = inBuiltins({ StringAdd: 200, LoadIC: 1000 });
    assert.deepEqual(partsOf(profile, 5), [
      { name: 'LoadIC', time: 1000, part: 0.5 },
      { name: 'StringAdd', time: 200, part: 0.1 },
    ]);
    assert.deepEqual(partsOf(profile, 2), []);
  });

  it('that ran somewhere below a line’s call are told from its own, with the likeliest function', () => {
    const profile = inBuiltins({ LoadIC: 1000 });
    const { builtins = assert.fail(), frames } = profile;
    const four = (column: Int32Array): Int32Array => Int32Array.of(column[0], column[0], column[0], column[0]);
    const below = {
      ...builtins,
      builtin: four(builtins.builtin),
      frame: four(builtins.frame),
      position: four(builtins.position),
      within: Int32Array.of(NO_CALLEE, frames.name.indexOf('main'), frames.name.indexOf('main'), SOME_CALLEE),
      time: Float64Array.of(200, 300, 400, 100),
    };
    const known = { ...profile, builtins: below };
    const { functions } = analysisOfProfile(known);
    assert.deepEqual(partsOf(known, 5), [
      { name: 'LoadIC', time: 700, part: 0.35, isBelow: true, within: functions.name.indexOf('main') },
      { name: 'LoadIC', time: 200, part: 0.1 },
      { name: 'LoadIC', time: 100, part: 0.05, isBelow: true },
    ]);
  });

  it('are unknown where the sampler does not tell', () => {
    const profile = profileFromStacks(['main:2 > f:5']);
    assert.equal(partsOf(profile, 5), undefined);
  });

  it('add up over threads, by their names', () => {
    const one = inBuiltins({ LoadIC: 1000 });
    const other = inBuiltins({ StringAdd: 500, LoadIC: 400 });
    const { builtins } = mergeProfiles(
      [one, other].map((each, id) => ({
        thread: { id, kind: 'main' as const, name: '' },
        offset: 0,
        profile: each,
      })),
    );
    const { names, builtin, within, time } = builtins ?? assert.fail();
    assert.deepEqual([...within], [-1, -1, -1]);
    const told = Array.from(builtin, (row, i) => `${names[row]} ${time[i]}`);
    assert.deepEqual(told, ['LoadIC 1000', 'StringAdd 500', 'LoadIC 400']);
  });
});
