import assert from 'node:assert/strict';
import path from 'node:path';
import { buildJsonReport } from '../../src/export/json-report.ts';
import { useScratch } from '../support/scratch.ts';
import { analyzeKept } from './programs.ts';
import { whyCases } from './why-cases.ts';

describe('Why recorded programs are slow', () => {
  const scratch = useScratch();

  for (const kept of whyCases)
    it(`is told right of ${kept.name}, or not at all`, async () => {
      const { why, lines, functions } = buildJsonReport(await analyzeKept(kept, scratch));
      const told = [
        ...why.map(({ code }) => code),
        ...functions.flatMap((fn) => fn.why.map(({ code }) => `${fn.name} ${code}`)),
        ...lines.flatMap((line) =>
          line.why.map(({ code }) => `${path.basename(line.file ?? '')}:${line.line} ${code}`),
        ),
      ];
      assert.deepEqual(told, kept.remarks);
    });
});
