import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Analysis } from '../../src/core/index.ts';
import { useScratch } from '../support/scratch.ts';
import { describeAnalysis } from './describe-analysis.ts';
import { cases, placeholder, project, withNotesFound, type GoldenCase } from './programs.ts';

describe('Recordings of real programs', () => {
  const scratch = useScratch();

  const load = async (golden: GoldenCase): Promise<Analysis> => {
    const file = scratch(path.basename(golden.recording, '.gz'));
    const text = gunzipSync(await readFile(golden.recording)).toString('utf8');
    await writeFile(file, withNotesFound(text.replaceAll(placeholder, project)));
    return analyze(file);
  };

  for (const golden of cases) {
    it(`${golden.name} reads as its snapshot says, and no share is above the whole`, async () => {
      const analysis = await load(golden);
      const text = describeAnalysis(analysis, project);
      if (process.env.UPDATE) await writeFile(golden.snapshot, text);
      assert.equal(text, await readFile(golden.snapshot, 'utf8'));
      const { functions, lines, quality, lanes } = analysis;
      const most = Math.max(...functions.totalTime);
      const whole = quality.duration * lanes.length;
      assert.ok(most <= whole * 1.0001, `a function has ${most} of ${whole} µs`);
      const onLines = lines.selfTime.reduce((sum, time) => sum + time, 0);
      assert.ok(onLines <= quality.activeTime * 1.0001, `lines have ${onLines} µs`);
    });
  }
});
