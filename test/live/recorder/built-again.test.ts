import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { hottestLine } from '../../support/figures.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { type Bench, describeOnNodes, record } from '../../support/recording.ts';

/** The hot loop in line 6. */
const TEXT = `interface Point {
  x: number;
}

function burn(point: Point): number {
  for (let i = 0; i < 2e8; i++) point.x += Math.sqrt(point.x + i);
  return point.x;
}
console.log(burn({ x: 1 }));
`;

/** Writes what `tsc --sourceMap` makes of it, whose map has no text; the program. */
async function built(bench: Bench, text: string): Promise<string> {
  const compilerOptions = { sourceMap: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  const { outputText, sourceMapText = '' } = ts.transpileModule(text, { fileName: 'app.ts', compilerOptions });
  await bench.write('app.ts', text);
  await bench.write('app.js.map', sourceMapText);
  return bench.write('app.js', outputText);
}

describeOnNodes('a program that is built again after its recording', outerNodeMajors, (bench) => {
  for (const sampler of ['v8log', 'inspector'] as const)
    it(`keeps the original lines that it had, by ${sampler}`, async () => {
      const { analyze } = await record(bench.options(await built(bench, TEXT), { sampler }));
      await built(bench, `// A line more.\n\n${TEXT.replace('2e8', '1e8')}`);
      const analysis = await analyze();
      assert.equal(hottestLine(analysis), 'app.ts:6');
      // What the original was is known, too.
      assert.deepEqual(
        analysis.diagnostics.map(({ code }) => code).filter((code) => code.startsWith('source')),
        ['source-changed'],
      );
      for (const name of ['app.ts', 'app.js', 'app.js.map']) await rm(path.join(bench.folder, name));
      assert.equal(hottestLine(await analyze()), 'app.ts:6');
    });
});
