import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { findInconsistencies } from '../../fuzz/check-analysis.ts';
import { loadOriginals, type Original } from '../../fuzz/originals.ts';
import { type Outcome, tryMutant } from '../../fuzz/try-mutant.ts';
import { useScratch } from '../../support/scratch.ts';

/** Another one tries other mutants; `npm run fuzz` tries many. */
const SEED = 1;
const MUTANTS = 120;

describe('damaged recordings', () => {
  const scratch = useScratch();
  let originals: readonly Original[];

  before(async () => {
    originals = await loadOriginals();
  });

  async function analyzeOriginal(name: string): Promise<Analysis> {
    const { ending, text, recordingOf } = originals.find((original) => original.name === name)!;
    const file = scratch(`whole${ending}`);
    await writeFile(file, recordingOf(text));
    return analyze(file);
  }

  it('are refused with a sentence about the file, or analysed consistently', async () => {
    const outcomes: Outcome[] = [];
    for (let i = 0; i < MUTANTS; i++)
      outcomes.push(await tryMutant(scratch(), originals[i % originals.length], SEED + i));
    for (const outcome of outcomes) assert.deepEqual(outcome.problems, [], JSON.stringify(outcome));
    const refused = outcomes.filter(({ isRefused }) => isRefused);
    assert.ok(refused.length >= 20 && refused.length <= MUTANTS - 20, `${refused.length} were refused`);
  });

  it('are made of recordings that use what is damaged', async () => {
    const mapped = await analyzeOriginal('source-map');
    assert.ok(mapped.sources.some((source) => source.path.endsWith('/src/matrix.ts')));
    assert.equal((await analyzeOriginal('profile-threads')).lanes.length, 3);
    assert.equal((await analyzeOriginal('log-threads')).lanes.length, 3);
    for (const name of ['profile', 'log', 'small-log'])
      assert.equal((await analyzeOriginal(name)).quality.valueName, 'cpu', name);
  });

  it('would be noticed if their analysis were inconsistent', async () => {
    const sound = await analyzeOriginal('log');
    assert.deepEqual(findInconsistencies(sound), []);
    const { lines, quality, tree } = sound;
    const wrong: readonly Analysis[] = [
      { ...sound, quality: { ...quality, idleTime: -1 } },
      { ...sound, quality: { ...quality, gcTime: NaN } },
      { ...sound, quality: { ...quality, activeTime: quality.duration * 2 } },
      { ...sound, lines: { ...lines, selfTime: lines.selfTime.map((time) => time * 2) } },
      { ...sound, lines: { ...lines, shareHigh: lines.shareHigh.map(() => 1.5) } },
      { ...sound, lines: { ...lines, source: lines.source.map(() => sound.sources.length) } },
      { ...sound, tree: { ...tree, parent: tree.parent.map((_, node) => node) } },
    ];
    for (const each of wrong) assert.ok(findInconsistencies(each).length > 0);
  });
});
