import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Analysis } from '../../src/core/index.ts';
import { describeAnalysis } from './describe-analysis.ts';
import { cases, placeholder, project, type GoldenCase } from './programs.ts';

describe('Recordings of real programs', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-golden-'));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  const load = async (golden: GoldenCase): Promise<Analysis> => {
    const file = path.join(folder, path.basename(golden.recording, '.gz'));
    const text = gunzipSync(await readFile(golden.recording)).toString('utf8');
    await writeFile(file, text.replaceAll(placeholder, project));
    return analyze(file);
  };

  for (const golden of cases) {
    it(`${golden.name} reads as its snapshot says`, async () => {
      const text = describeAnalysis(await load(golden), project);
      if (process.env.UPDATE) await writeFile(golden.snapshot, text);
      assert.equal(text, await readFile(golden.snapshot, 'utf8'));
    });
  }

  it('no share is above the whole, and self time sums up to the active time', async () => {
    for (const golden of cases) {
      const { functions, lines, quality } = await load(golden);
      const most = Math.max(...functions.totalTime);
      assert.ok(most <= quality.duration * 1.0001, `${golden.name}: a function has ${most} of ${quality.duration} µs`);
      const onLines = lines.selfTime.reduce((sum, time) => sum + time, 0);
      assert.ok(onLines <= quality.activeTime * 1.0001, `${golden.name}: lines have ${onLines} µs`);
    }
  });
});
