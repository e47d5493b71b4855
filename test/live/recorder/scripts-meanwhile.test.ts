import assert from 'node:assert/strict';
import { analyze } from '../../../src/analysis/analyze.ts';
import { type Analysis, Precision } from '../../../src/core/index.ts';
import { linesOf } from '../../support/figures.ts';
import { bySampler } from '../../support/it-where.ts';
import { journalsIn } from '../../support/journals.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { describeOnNodes, finish } from '../../support/recording.ts';
import { until } from '../../support/until.ts';

const HOT = `module.exports = function hot() {
  let text = '';
  for (;;) {
    text = '';
    for (let i = 0; i < 2e5; i++) text += String.fromCharCode(97 + (i * i) % 26); // @hot
  }
};
`;
const HOT_LINE = HOT.split('\n').findIndex((line) => line.includes('@hot')) + 1;
/** A loader that puts three lines before each file and says so in a source map inside the text, which no file has. */
const LOADER = `const fs = require('fs');
require.extensions['.js'] = (module, file) => {
  const text = fs.readFileSync(file, 'utf8');
  const mappings = ';;;AAAA' + ';AACA'.repeat(text.split('\\n').length - 1);
  const map = Buffer.from(JSON.stringify({ version: 3, sources: [file], names: [], mappings })).toString('base64');
  module._compile('\\n\\n\\n' + text + '\\n//# sourceMappingURL=data:application/json;base64,' + map, file);
};
require('./hot.js')();
`;
/** As webpack's development builds do, whose modules live in a function that returns. It runs until it is told that it is enough. */
const EVALUATED = `(function hot(exists) {
  let sum = 0;
  while (!exists('enough'))
    for (let i = 0; i < 1e6; i++) sum += Math.sqrt(sum + i);
})
//# sourceURL=webpack-internal:///./hot.js
`;

/** The line with the most samples in the file, where lines are known, and whether a frame of it may be lost. */
function hottest(analysis: Analysis) {
  const { lines, facts } = analysis;
  const row = linesOf(analysis, 'hot.js').find((each) => lines.precision[each] !== Precision.function);
  return { line: row === undefined ? undefined : lines.line[row], repair: facts.frameRepair?.state };
}
const expected = { line: HOT_LINE, repair: 'on' };

describeOnNodes('texts that only the program has', outerNodeMajors, (bench) => {
  const how = 'are known while it runs, and when it is killed, where a loader compiles them';
  bySampler()(how, async (sampler) => {
    await bench.write('hot.js', HOT);
    const session = await bench.start(LOADER, { sampler });
    const { folder, pid = NaN } = session;
    await until('it is seen while it grows', async () => {
      const seen = await analyze(folder).then(hottest, String);
      return JSON.stringify(seen) === JSON.stringify(expected);
    });
    process.kill(pid, 'SIGKILL');
    const { recording = '' } = await session.finished;
    assert.deepEqual(hottest(await analyze(recording)), expected);
  });

  it('are known where the code is evaluated, and collected before the program ends (v8log)', async () => {
    const text = `(() => eval(${JSON.stringify(EVALUATED)})(require('fs').existsSync))();\ngc();\n`;
    const session = await bench.start(text, { sampler: 'v8log', runtimeArgs: ['--expose-gc'] });
    await until('the text is noted', () => journalsIn(session.folder).join('').includes('webpack-internal'));
    await bench.write('enough', '');
    const analysis = await (await finish(session)).analyze();
    assert.equal(analysis.lines.line[linesOf(analysis, 'hot.js')[0]], 4);
  });
});
