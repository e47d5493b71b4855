import assert from 'node:assert/strict';
import { transformSync } from 'esbuild';
import type { Analysis } from '../../../src/core/index.ts';
import { sourceLines } from '../../../src/cli/report-view.ts';
import { linesOf } from '../../support/figures.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes } from '../../support/recording.ts';

/** The hot line is the sixth of an editor; JavaScript counts four more. */
const TEXT = `const text: string = 'a\u2028b\u2029c';
/* \u2028 */
function hot(end: number): number {
  let sum = 0; // \u2029
while (sum < end)
    for (let i = 0; i < 2e5; i++) sum += Math.sqrt(sum + i) > 0 ? 1 : 0;
  return sum;
}
untilSampled(() => console.log(hot(3e7) & text.length));
`;
const HOT = 6;

describeOnNodes('a program with U+2028 in it', outerNodeMajors, (bench) => {
  for (const sampler of ['v8log', 'inspector'] as const)
    it(`has its heat on an editor’s line, of the file or of its original (${sampler})`, async () => {
      await bench.write('plain.js', TEXT.replaceAll(/: (string|number)(?= =|\)| \{)/g, ''));
      await bench.write('original.ts', TEXT);
      const { code } = transformSync(TEXT, { loader: 'ts', sourcemap: 'inline', sourcefile: 'original.ts' });
      await bench.write('built.js', code);
      const text = `${BUSY}Object.assign(globalThis, { untilSampled }); require('./plain.js'); require('./built.js');`;
      const analysis = await (await bench.record(text, { sampler })).analyze();
      for (const file of ['plain.js', 'original.ts']) assert.deepEqual(hottest(analysis, file), hotLine, file);
    });
});

const hotLine = [HOT, TEXT.split('\n')[HOT - 1].trim()];
function hottest(analysis: Analysis, file: string): unknown[] {
  const [row] = linesOf(analysis, file);
  const { lines, sources } = analysis;
  return [lines.line[row], sourceLines()(sources[lines.source[row]], lines.line[row])?.trim()];
}
