import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { analyzeCalls } from '../../../src/analysis/analyze-calls.ts';
import { readCallCounts } from '../../../src/readers/call-counts.ts';
import { startCounting } from '../../../src/recorder/index.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { assertRecorded, describeOnNodes, exit, finish } from '../../support/recording.ts';

const LINES = [
  "const key = 'computed';",
  'class Box {',
  '  #hidden() {}',
  '  static make() { return new Box(); }',
  '  get area() { return this.#hidden(); }',
  '  [key]() {}',
  "  'quoted (name'() {}",
  '  1.5() {}',
  '  async later() { await 0; await 0; }',
  '  *pieces() { yield 1; yield 2; }',
  '}',
  'const arrow = async x => { await 0; await 0; return x; };',
  'function deep(n) { if (n > 0) deep(n - 1); }',
  "const whole = require('vm').runInThisContext('n => n + 1', { filename: __dirname + '/whole.js' });",
  '(async function main() {',
  '  for (let i = 0; i < 7; i++) {',
  '    const box = Box.make();',
  "    box.area; box.computed(); box['quoted (name'](); box[1.5](); [...box.pieces()]; whole(i); deep(4);",
  '    await box.later(); await arrow(i);',
  '  }',
  '  process.exit(3);',
  '})();',
];

describeOnNodes('counting calls', outerNodeMajors, (bench) => {
  it('counts functions of every kind, also where they wait, yield or are a whole script', async () => {
    const program = await bench.write('app.cjs', LINES.join('\n'));
    const output = path.join(bench.folder, 'recordings', 'app.calls.json');
    const options = { ...bench.options(program), output };
    const recorded = await finish(await startCounting(options));
    await assertRecorded(recorded, { ending: exit(3), codes: [] });
    assert.equal(recorded.file, output);
    const { functions, calls, sources } = await analyzeCalls(output);
    const counted = [...calls.keys()].map((row) => {
      const file = path.basename(sources[functions.source[row]].path);
      return `${file}:${functions.line[row]} ${functions.name[row]} ${calls[row]}`;
    });
    assert.deepEqual(counted.sort(), [
      'app.cjs:10 pieces 7',
      'app.cjs:12 arrow 7',
      'app.cjs:13 deep 35',
      'app.cjs:15 main 1',
      'app.cjs:3 #hidden 7',
      'app.cjs:4 make 7',
      'app.cjs:5 get area 7',
      'app.cjs:6  7',
      'app.cjs:7 quoted (name 7',
      'app.cjs:8 1.5 7',
      'app.cjs:9 later 7',
      'whole.js:1  7',
    ]);
    const { $heatline } = JSON.parse(await readFile(output, 'utf8')) as { $heatline: object };
    assert.equal('cpuClock' in $heatline, false, 'nothing is timed');
    const { request } = await readCallCounts(output);
    const { positions, frames } = request;
    const starts = frames.name.map((_, row) => {
      const isApp = request.scripts[positions.script[row]].url.endsWith('app.cjs');
      return isApp ? LINES[positions.line[row] - 1][positions.column[row]] : '(';
    });
    const atParameters = starts.filter((start) => start === '(').length;
    assert.equal(starts.length - atParameters, 1, 'all but `async x =>` are noted at their parameters');
  });
});
