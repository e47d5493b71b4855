import assert from 'node:assert/strict';
import { analyze } from '../../../../src/analysis/analyze.ts';
import { FACTS_KEY, withKept } from '../../../../src/recorder/disk/write-profile.ts';
import { readBytes, withFile } from './read-bytes.ts';
import { smallProfile } from './small-profile.ts';

const KEPT_ONE_IN = 4;

/** Four samples of a run of sixteen: so many are the ticks of its two lines. The last sample lasts ten intervals. */
function longRun(): string {
  const profile = smallProfile();
  const [, main, hot] = profile.nodes;
  main.positionTicks = [{ line: 2, ticks: 4 }];
  hot.positionTicks = [{ line: 6, ticks: 12 }];
  Object.assign(profile, { startTime: 0, endTime: 16_000, samples: [2, 3, 3, 3], timeDeltas: [0, 2000, 2000, 2000] });
  const facts = withKept('{"version":1,"sampler":"inspector","requestedIntervalUs":1000}', KEPT_ONE_IN);
  return `${JSON.stringify(profile).slice(0, -1)}${FACTS_KEY}${facts}}`;
}

describe('a recording of a long run, of which one sample in four was kept', () => {
  it('has as many ticks as samples, no gap in less than three times four intervals, and says so', async () => {
    const { ticks, samples, frames } = await readBytes(longRun());
    assert.deepEqual([...ticks.count], [1, 3]);
    assert.deepEqual([[...samples.start], frames.name.includes('(idle)')], [[0, 2000, 4000, 6000, 16_000], false]);
    const { quality } = await withFile(longRun(), (file) => analyze(file));
    assert.deepEqual([quality.keptOneIn, quality.requestedInterval], [KEPT_ONE_IN, 1000]);
  });
});
