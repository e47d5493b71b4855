import { strict as assert } from 'node:assert';
import { judgeConstructs } from './judge-constructs.ts';
import type { Constructs } from './marked-lines.ts';
import type { ReadNode, Reading } from './reading.ts';

const constructs: Constructs = {
  hot: new Map([
    ['one', ['a:3']],
    ['two', ['a:7', 'a:8']],
  ]),
  innocent: new Set(['a:2', 'a:6']),
  owner: new Map([
    ...[1, 2, 3, 4].map((line) => [`a:${line}`, 'one'] as const),
    ...[5, 6, 7, 8].map((line) => [`a:${line}`, 'two'] as const),
  ]),
};
const node = (parent: number, place: string | undefined, work: ReadNode['work'] = 'own'): ReadNode => ({
  ...{ parent, place, work },
});
const line = (time: number, isExact = true) => ({ time, gcTime: 0, low: time - 10, high: time + 10, isExact });
/** Samples as `node:time`, in order. */
const samplesOf = (drawn: string): Reading['samples'] =>
  drawn.split(' ').map((sample) => sample.split(':').map(Number) as [node: number, time: number]);

describe('the judge of constructs', () => {
  it('takes collection and Node’s own code from the construct during which they ran', () => {
    const reading: Reading = {
      lines: new Map([
        ['a:3', line(80)],
        ['a:2', line(10)],
        ['a:6', line(10, false)],
        ['a:7', line(100)],
        ['a:8', line(50)],
      ]),
      activeTime: 310,
      nodes: [
        node(-1, undefined),
        node(0, 'a:1'),
        node(0, 'a:5'),
        node(0, undefined, 'outside'),
        node(2, 'fs:9', 'outside'),
      ],
      samples: samplesOf('1:90 3:20 2:150 3:10 4:30'),
    };
    const { verdicts, innocentExact } = judgeConstructs(reading, constructs, { one: 120_000, two: 240_000 });
    // Of the 120 µs of one 20 were collection, of the 240 of two 40 collection and Node's: 100 and 200 are their own.
    const told = verdicts.map(({ mark, truth, said, ownShare }) => [mark, truth, said, ownShare]);
    assert.deepEqual(told.flat(), ['one', 100 / 300, 80 / 300, 0.8, 'two', 200 / 300, 150 / 300, 0.75]);
    assert.equal(verdicts[0].low, 70 / 300);
    assert.ok(Number.isNaN(verdicts[1].low), 'the intervals of two lines do not add up');
    assert.equal(innocentExact, 10 / 300, 'what is estimated is not exact');
  });

  it('takes what a construct does beside its line, as long as that took alone, from the construct', () => {
    const reading: Reading = {
      lines: new Map([['a:3', line(60)]]),
      activeTime: 160,
      nodes: [
        node(-1, undefined),
        node(0, 'a:1'),
        node(0, undefined, 'outside'),
        node(0, 'a:9'),
        node(0, 'clock:3'),
        node(4, 'fs:9', 'outside'),
      ],
      // The construct, a collection, the clock; the rest alone, and its collection.
      samples: samplesOf('1:90 2:10 4:1 5:4 3:25 2:5'),
    };
    const owner = new Map([...constructs.owner, ['a:9', 'one rest'] as const]);
    const phases = { one: 100_000, 'one calls': 16, 'one rest': 30_000, 'one rest calls': 10 };
    const { verdicts } = judgeConstructs(reading, { ...constructs, owner }, phases);
    // 90 µs without the collection; the rest ran 25 µs, and the construct 1.6 times as often. The clock is in neither.
    const told = verdicts.map(({ mark, ownShare }) => [mark, ownShare]);
    assert.deepEqual(told, [['one', 60 / (90 - 40)]]);
  });

  it('does not know the share of a construct that is hardly its own work', () => {
    const reading: Reading = {
      lines: new Map([['a:3', line(12)]]),
      activeTime: 400,
      nodes: [node(-1, undefined), node(0, 'a:1'), node(0, 'a:5'), node(0, undefined, 'outside')],
      samples: samplesOf('1:12 3:181 2:10 3:210'),
    };
    const { verdicts } = judgeConstructs(reading, constructs, { one: 200_000, two: 200_000 });
    // 19 of 200 µs are left of one, and of two less than nothing: more was outside than it took.
    const told = verdicts.map(({ ownShare, truth }) => [ownShare, truth]);
    assert.deepEqual(told, [
      [NaN, 1],
      [NaN, 0],
    ]);
  });
});
