import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import { type Analysis, Precision } from '../../../src/core/index.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

const HOT = `module.exports = function hot(end) {
  let text = '';
  while (Date.now() < end) {
    text = '';
    for (let i = 0; i < 2e5; i++) text += String.fromCharCode(97 + (i * i) % 26); // @hot
  }
  return text;
};
`;
/** A loader that puts three lines before each file and says so in a source map inside the text, which no file has. */
const LOADER = `const fs = require('fs');
require.extensions['.js'] = (module, file) => {
  const text = fs.readFileSync(file, 'utf8');
  const mappings = ';;;AAAA' + ';AACA'.repeat(text.split('\\n').length - 1);
  const map = Buffer.from(JSON.stringify({ version: 3, sources: [file], names: [], mappings })).toString('base64');
  module._compile('\\n\\n\\n' + text + '\\n//# sourceMappingURL=data:application/json;base64,' + map, file);
};
const hot = require('./hot.js');
hot(Date.now() + 9000);
`;

/** The exact line with most of the time in the file, and whether a frame of it may be lost. */
function hottest({ lines, sources, facts }: Analysis) {
  const rows = Array.from(lines.line.keys()).filter(
    (row) => sources[lines.source[row]].path.endsWith('hot.js') && lines.precision[row] === Precision.exact,
  );
  rows.sort((a, b) => lines.selfTime[b] - lines.selfTime[a]);
  return { line: rows.length > 0 ? lines.line[rows[0]] : undefined, repair: facts.frameRepair?.state };
}

for (const major of nodeMajors) {
  for (const sampler of ['v8log', 'inspector'] as const) {
    describe(`a program that a loader compiles in memory, on Node ${major} (${sampler})`, () => {
      const bench = useBench(major);

      it('has its own lines while it runs, and when it is killed', async () => {
        await bench.write('hot.js', HOT);
        const session = await startRecording(bench.options(await bench.write('main.js', LOADER), { sampler }));
        session.stdout?.resume();
        session.stderr?.resume();
        const at = HOT.split('\n').findIndex((line) => line.includes('@hot')) + 1;
        const expected = { line: at, repair: 'on' };
        assert.ok(session.folder !== undefined && session.pid !== undefined);
        let isOver = false;
        void session.finished.then(() => (isOver = true));
        let seen: unknown;
        do {
          await delay(250);
          // Nothing has come yet, or it has just ended.
          seen = await analyze(session.folder).then(hottest, String);
        } while (!isOver && JSON.stringify(seen) !== JSON.stringify(expected));
        assert.deepEqual(seen, expected);
        process.kill(session.pid, 'SIGKILL');
        const { recording } = await session.finished;
        assert.ok(recording);
        assert.deepEqual(hottest(await analyze(recording)), expected);
      });
    });
  }

  describe(`code that is evaluated and collected before a short program ends, on Node ${major}`, () => {
    const bench = useBench(major);

    it('has its lines (v8log)', async () => {
      // As webpack's development builds do, whose modules live in a function that returns.
      const text = `(function hot(end) {\n  let sum = 0;\n  while (Date.now() < end)\n    for (let i = 0; i < 1e5; i++) sum += Math.sqrt(i);\n})\n//# sourceURL=webpack-internal:///./hot.js\n`;
      const program = await bench.write(
        'evals.js',
        `(() => eval(${JSON.stringify(text)})(Date.now() + 900))();\ngc();\n`,
      );
      const { outcome } = await record(bench.options(program, { sampler: 'v8log', runtimeArgs: ['--expose-gc'] }));
      const { lines, sources } = await analyze(outcome.recording ?? '');
      const rows = Array.from(lines.line.keys()).filter((row) => sources[lines.source[row]].path.endsWith('hot.js'));
      assert.ok(rows.some((row) => lines.line[row] === 4 && lines.selfTime[row] > 50_000));
    });
  });
}
