import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { analyze } from '../../src/analysis/analyze.ts';
import { buildJsonReport } from '../../src/export/json-report.ts';
import { useScratch } from '../support/scratch.ts';
import { placeholder, project, withNotesFound } from './programs.ts';
import { whyCases } from './why-cases.ts';

describe('Why recorded programs are slow', () => {
  const scratch = useScratch();

  for (const { name, major, remarks, recording } of whyCases)
    it(`is told right of ${name} on Node ${major}, or not at all`, async () => {
      const file = scratch(path.basename(recording, '.gz'));
      const text = gunzipSync(await readFile(recording)).toString('utf8');
      await writeFile(file, withNotesFound(text.replaceAll(placeholder, project)));
      const { why, lines, functions } = buildJsonReport(await analyze(file));
      const told = [
        ...why.map(({ code }) => code),
        ...functions.flatMap((fn) => fn.why.map(({ code }) => `${fn.name} ${code}`)),
        ...lines.flatMap((line) =>
          line.why.map(({ code }) => `${path.basename(line.file ?? '')}:${line.line} ${code}`),
        ),
      ];
      assert.deepEqual(told, remarks);
    });
});
