import assert from 'node:assert/strict';
import { remarksOf } from '../accuracy/why/remarks-of.ts';
import { useScratch } from '../support/scratch.ts';
import { analyzeKept } from './programs.ts';
import { whyCases } from './why-cases.ts';

describe('Why recorded programs are slow', () => {
  const scratch = useScratch();

  for (const kept of whyCases)
    it(`is told right of ${kept.name}, or not at all`, async () => {
      assert.deepEqual(remarksOf(await analyzeKept(kept, scratch)), kept.remarks);
    });
});
