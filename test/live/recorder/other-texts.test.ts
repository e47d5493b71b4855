import assert from 'node:assert/strict';
import { type Analysis, Precision } from '../../../src/core/index.ts';
import { encodeMappings } from '../../support/encode-mappings.ts';
import { hottestLine, linesOf, samplesOf } from '../../support/figures.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes } from '../../support/recording.ts';

const HOT = `// one
// two
// three
function hot() { let x = 0;
  for (let i = 0; i < 3e7; i++) x += Math.sqrt(x + i);
  return x; }
module.exports = hot;
`;
/** A loader that leaves comments out, and names no map. */
const LOADER = `${BUSY}const fs = require('fs');
require.extensions['.js'] = (module, file) => module._compile(fs.readFileSync(file, 'utf8').replace(/^\\/\\/.*\\n/gm, ''), file);
untilSampled(require('./hot.js'));
`;
/** The lines of the file where lines are known, the hottest first. */
const knownLines = (analysis: Analysis): number[] =>
  linesOf(analysis, 'hot.js')
    .filter((row) => analysis.lines.precision[row] !== Precision.function)
    .map((row) => analysis.lines.line[row]);

describeOnNodes('a file that ran with another text', outerNodeMajors, (bench) => {
  for (const sampler of ['v8log', 'inspector'] as const) {
    it(`has no lines where no map tells them (${sampler})`, async () => {
      await bench.write('hot.js', HOT);
      const analysis = await (await bench.record(LOADER, { sampler })).analyze();
      assert.ok(samplesOf(analysis, 'hot') > 0);
      assert.deepEqual(knownLines(analysis), []);
      const found = analysis.diagnostics.some(
        ({ code, file }) => code === 'source-map-unknown' && file?.endsWith('hot.js'),
      );
      assert.ok(found, JSON.stringify(analysis.diagnostics));
    });

    it(`has them where it is the file’s (${sampler})`, async () => {
      await bench.write('hot.js', `#!/usr/bin/env node\n${HOT}`);
      const analysis = await (await bench.record(`${BUSY}untilSampled(require('./hot.js'));`, { sampler })).analyze();
      assert.equal(knownLines(analysis)[0], 6);
    });

    it(`has those of its map where it was evaluated under its path, as Vite does (${sampler})`, async () => {
      const original = await bench.write('evaluated.ts', `// one\n// two\n${HOT}`);
      const lines = HOT.split('\n');
      const mappings = encodeMappings(lines.map((_, i) => [[0, 0, i + 2, 0]]));
      const map = Buffer.from(JSON.stringify({ version: 3, sources: [original], names: [], mappings })).toString(
        'base64',
      );
      const code = `${HOT.replace('module.exports = ', '')}hot();\n//# sourceURL=${original}\n//# sourceMappingURL=data:application/json;base64,${map}`;
      const text = `${BUSY}untilSampled(() => (0, eval)(${JSON.stringify(code)}));`;
      const analysis = await (await bench.record(text, { sampler })).analyze();
      assert.equal(hottestLine(analysis, 'evaluated.ts'), 'evaluated.ts:7');
    });
  }
});
