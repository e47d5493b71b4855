import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { useScratch } from '../support/scratch.ts';
import { describeAnalysis } from './describe-analysis.ts';
import { analyzeKept, cases, fileOf, project } from './programs.ts';

describe('Recordings of real programs', () => {
  const scratch = useScratch();

  for (const kept of cases) {
    it(`${kept.name} reads as its snapshot says, and no share is above the whole`, async () => {
      const analysis = await analyzeKept(kept, scratch);
      const text = describeAnalysis(analysis, project);
      const snapshot = fileOf('snapshots', `${kept.name}.txt`);
      if (process.env.UPDATE) await writeFile(snapshot, text);
      assert.equal(text, await readFile(snapshot, 'utf8'));
      const { functions, lines, quality, lanes } = analysis;
      const most = Math.max(...functions.totalTime);
      const whole = quality.duration * lanes.length;
      assert.ok(most <= whole * 1.0001, `a function has ${most} of ${whole} µs`);
      const onLines = lines.selfTime.reduce((sum, time) => sum + time, 0);
      assert.ok(onLines <= quality.activeTime * 1.0001, `lines have ${onLines} µs`);
    });
  }
});
