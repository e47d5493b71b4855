import assert from 'node:assert/strict';
import type { Profile } from '../../../../src/core/index.ts';
import { linesAt } from '../../../support/told.ts';
import { readText, smallLog } from './log-text.ts';

/** The clock that both know stands at 100 µs in the log; in the program it is a second later, and samples begin there. */
const CLOCK = 1_000_000;
const clock = [
  'code-creation,Script,9,100,0x500,3, heatline:clock:1:1,0x50,~',
  'code-creation,Script,9,100,0x510,3, heatline:baseline:1:1,0x51,~',
];
const facts = `heatline,${JSON.stringify({ version: 1, cpuClock: { timesUs: [], cpuUs: [], anchorUs: CLOCK + 100 } })}`;

/** A tick each millisecond, in `outer` (`o`) on line 2 or in a collection (`g`). */
const ticks = (drawn: string): string[] =>
  Array.from(
    drawn,
    (what, i) => `tick,0x${what === 'o' ? '1004' : '400100'},${1000 * (i + 1)},0,0x0,${what === 'o' ? 0 : 1}`,
  );
/** A collection that began at a time of the log, with the stack that began it. */
const begun = (at: number, ...stack: string[]): string => ['heatline-gc', CLOCK + at, ...stack].join();

const read = (lines: readonly string[], notes: readonly string[]): Promise<Profile> => {
  const noted = [`heatline-clock,${CLOCK + 100}`, ...notes].map((line) => `${line}\n`).join('');
  const log = [...smallLog.slice(0, 3), ...clock, ...smallLog.slice(3), ...lines].map((line) => `${line}\n`).join('');
  const range = [log.length, log.length + noted.length];
  return readText(`${log}${noted}${facts.slice(0, -1)},"baseline":${JSON.stringify(range)}}\n`);
};

/** What began collections: `inner:4 2000 1` for two milliseconds on line 4, of one collection. */
const told = (profile: Profile): string[] | undefined => {
  const { collections, frames, tree } = profile;
  if (collections === undefined) return undefined;
  const lines = linesAt(profile, collections.position);
  return Array.from(
    collections.node,
    (node, row) => `${frames.name[tree.frame[node]]}:${lines[row]} ${collections.time[row]} ${collections.count[row]}`,
  );
};

const inInner = ['0x400100', '0x2004', '0x1004'];

describe('what began garbage collections in a V8 log', () => {
  for (const [what, drawn, notes, expected] of [
    ['is the stack that was noted, not what ran before', 'ogo', [begun(1900, ...inInner)], ['inner:4 1000 1']],
    ['has all samples of a collection', 'oggo', [begun(1900, ...inInner)], ['inner:4 2000 1']],
    [
      'is told apart of two in a row',
      'oggo',
      [begun(1900, ...inInner), begun(2900, '0x1004')],
      ['inner:4 1000 1', 'outer:2 1000 1'],
    ],
    ['is added up', 'ogogo', [begun(1900, ...inInner), begun(3900, ...inInner)], ['inner:4 2000 2']],
    [
      'is the last one where several were short',
      'ogo',
      [begun(1300, '0x1004'), begun(1900, ...inInner)],
      ['inner:4 1000 1'],
    ],
    ['is unknown of steps that come later', 'ogogo', [begun(1900, ...inInner)], ['inner:4 1000 1']],
    ['has no time where no sample met it', 'ooo', [begun(1900, ...inInner)], []],
    ['is nobody where no JavaScript was on the stack', 'ogo', [begun(1900)], []],
    ['is not told by a line that makes no sense', 'ogo', [begun(1900, '0x2004', 'x')], undefined],
    ['is not told without notes', 'ogo', [], undefined],
  ] as const)
    it(what, async () => {
      assert.deepEqual(told(await read(ticks(drawn), notes)), expected);
    });

  it('is what stood at an address at that time', async () => {
    const later = ['code-creation,JS,10,2500,0x2000,20,other file:///a/b.js:4:15,0xc0,~', ...ticks('ogo').slice(2)];
    const profile = await read([...ticks('ogo').slice(0, 2), ...later], [begun(1900, ...inInner)]);
    assert.deepEqual(told(profile), ['inner:4 1000 1']);
  });

  it('changes no sample and no line’s time', async () => {
    const [noted, plain] = await Promise.all([read(ticks('ogo'), [begun(1900, ...inInner)]), read(ticks('ogo'), [])]);
    assert.deepEqual(noted.samples.start, plain.samples.start);
    assert.deepEqual(noted.ticks.time, plain.ticks.time);
    assert.deepEqual(noted.ticks.count, plain.ticks.count);
  });
});
