import assert from 'node:assert/strict';
import type { Profile } from '../../../src/core/index.ts';
import { FormatError } from '../../../src/readers/format-error.ts';
import { analysisOfProfile } from '../../support/profile-from-stacks.ts';
import { readBytes } from './cpuprofile/read-bytes.ts';
import { type RawProfile, smallProfile } from './cpuprofile/small-profile.ts';
import { codesOf } from '../../support/told.ts';
import { readText, smallLog } from './v8-log/log-text.ts';

const YEAR = 366 * 24 * 3600 * 1e6;

const read = (changes: Partial<RawProfile>): Promise<Profile> =>
  readBytes(JSON.stringify({ ...smallProfile(), ...changes }));

/** What is shown of a recording never exceeds the time that it took. */
function assertWithinDuration(profile: Profile): void {
  const { quality, functions, lines } = analysisOfProfile(profile);
  const { duration, activeTime, idleTime } = quality;
  assert.ok(duration >= 0 && duration <= YEAR, `duration ${duration}`);
  const sum = (times: Float64Array): number => times.reduce((all, time) => all + time, 0);
  for (const time of [activeTime + idleTime, sum(functions.selfTime), sum(lines.selfTime), ...functions.totalTime])
    assert.ok(time >= 0 && time <= duration * 1.05 + 10_000, `${time} of ${duration}`);
  assert.ok((quality.waitingTime ?? 0) <= duration * 1.05 + 10_000, `waiting ${quality.waitingTime}`);
  assert.ok((profile.recording.cpuTime ?? 0) <= duration * 1.05 + 10_000, `CPU time ${profile.recording.cpuTime}`);
  assert.ok(!('waitingTime' in profile.recording));
}

describe('absurd times in a .cpuprofile', () => {
  const refused: readonly (readonly [string, Partial<RawProfile>])[] = [
    ['a sample years after the start', { timeDeltas: [5, 2 * YEAR, 20] }],
    ['a sample years before the start', { timeDeltas: [-2 * YEAR, 10, 20] }],
    ['an end years after the start', { endTime: 1000 + 2 * YEAR }],
    ['times that are no numbers of this world', { endTime: 1e308 }],
  ];
  for (const [what, changes] of refused) {
    it(`are refused: ${what}`, async () => {
      await assert.rejects(read(changes), (error) => error instanceof FormatError && /time|long/.test(error.message));
    });
  }

  for (const [what, timeDeltas, start, codes] of [
    [
      'are repaired where samples are before the start, and it is said',
      [-5_000_000, 10, 5_000_010],
      [0, 0, 20, 65],
      ['times-repaired'],
    ],
    ['are nothing to speak of where V8 itself is a little off', [-50, 60, 20], [0, 10, 30, 65], []],
  ] as const)
    it(what, async () => {
      const profile = await read({ timeDeltas: [...timeDeltas] });
      assert.deepEqual([[...profile.samples.start], codesOf(profile.recording.diagnostics)], [start, codes]);
      assertWithinDuration(profile);
    });
});

describe('absurd times in a V8 log', () => {
  const log = (...lines: string[]): Promise<Profile> => readText([...smallLog, ...lines, ''].join('\n'));

  it('are left out as broken lines', async () => {
    const tick = (time: number): string => `tick,0x9028,${time},0,0x0,0,0x1004`;
    const profile = await log(tick(1_000), tick(2_000), tick(9e15), tick(3_000));
    assert.equal(profile.samples.node.length, 3);
    assert.deepEqual(codesOf(profile.recording.diagnostics), ['v8-log-broken-lines']);
    assertWithinDuration(profile);
  });

  it('take no absurd interval for the one that was asked for', async () => {
    const profile = await log('profiler,begin,9007199254740991');
    assert.equal(profile.recording.requestedIntervalUs, 1000);
  });
});
