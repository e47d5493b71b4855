import assert from 'node:assert/strict';
import { analyze } from '../../../src/analysis/analyze.ts';
import { Precision } from '../../../src/core/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

const HOT = `// one
// two
// three
function hot() { let x = 0;
  for (let i = 0; i < 6e7; i++) x += Math.sqrt(x + i);
  return x; }
module.exports = hot;
`;
/** A loader that leaves comments out, and names no map. */
const LOADER = `const fs = require('fs');
require.extensions['.js'] = (module, file) => module._compile(fs.readFileSync(file, 'utf8').replace(/^\\/\\/.*\\n/gm, ''), file);
require('./hot.js')();
`;

for (const major of nodeMajors) {
  for (const sampler of ['v8log', 'inspector'] as const) {
    describe(`a file that ran with another text on Node ${major} (${sampler})`, function () {
      // On a busy machine a function may seem to have been blocked, at which of its lines the inspector does not tell.
      this.retries(4);
      const bench = useBench(major);

      it('has no exact lines where no map tells them', async () => {
        await bench.write('hot.js', HOT);
        const { outcome, stderr } = await record(bench.options(await bench.write('main.js', LOADER), { sampler }));
        assert.ok(outcome.recording, stderr.toString());
        const { lines, sources, functions, diagnostics } = await analyze(outcome.recording);
        const source = sources.findIndex(({ path }) => path.endsWith('hot.js'));
        const fn = functions.name.indexOf('hot');
        assert.ok(functions.selfTime[fn] > 10_000, 'the function has its time');
        const exact = Array.from(lines.line.keys()).filter(
          (row) => lines.source[row] === source && lines.precision[row] === Precision.exact,
        );
        assert.deepEqual(
          exact.map((row) => lines.line[row]),
          [],
        );
        assert.ok(
          diagnostics.some(({ code, file }) => code === 'source-map-unknown' && file?.endsWith('hot.js')),
          JSON.stringify(diagnostics),
        );
      });

      it('has them where it is the file’s', async () => {
        await bench.write('hot.js', `#!/usr/bin/env node\n${HOT}`);
        const { outcome } = await record(
          bench.options(await bench.write('main.js', "require('./hot.js')();"), { sampler }),
        );
        assert.ok(outcome.recording);
        const { lines, sources } = await analyze(outcome.recording);
        const rows = Array.from(lines.line.keys()).sort((a, b) => lines.selfTime[b] - lines.selfTime[a]);
        assert.ok(sources[lines.source[rows[0]]].path.endsWith('hot.js'));
        assert.equal(lines.precision[rows[0]], Precision.exact);
        assert.equal(lines.line[rows[0]], 6);
      });
    });
  }
}
