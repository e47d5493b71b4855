import assert from 'node:assert/strict';
import { analyze } from '../../../src/analysis/analyze.ts';
import { blamesInlinedCodeWrongly } from '../../../src/core/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { readProfile, record, useBench } from '../../support/recording.ts';

/** `helper` is small and hot, so that V8 inlines it into `main`, and older inspectors give its lines to `main`. */
const BODY = [
  'function helper(x, i) {',
  '  const y = Math.sqrt(x + i) + 1;',
  '  return y * Math.sin(y) + Math.cos(y + i);',
  '}',
  'class Box { get area() { return 1; } }',
  'const twice = (n) => {',
  '  return 2 * n;',
  '};',
  'function main() {',
  '  let sum = 0;',
  '  const end = Date.now() + 400;',
  '  while (Date.now() < end) {',
  '    for (let i = 0; i < 20000; i++) sum += helper(sum, i);',
  '  }',
  '  return sum;',
  '}',
  'console.log(main() + twice(new Box().area));',
  // V8 forgets functions that were collected.
  'globalThis.kept = [helper, Box, twice, main];',
  '',
];

interface Form {
  readonly file: string;
  readonly before?: string;
  readonly lineEnd?: string;
}

const forms: Readonly<Record<string, Form>> = {
  'a CommonJS module': { file: 'plain.cjs' },
  'a CommonJS module with a byte order mark': { file: 'mark.cjs', before: '\ufeff' },
  'a CommonJS module with a shebang': { file: 'shebang.cjs', before: '#!/usr/bin/env node\n' },
  'an ES module': { file: 'plain.mjs', before: "import 'node:fs';\n" },
  'an ES module with a byte order mark': { file: 'mark.mjs', before: "\ufeffimport 'node:fs';\n" },
  'an ES module with a shebang': { file: 'shebang.mjs', before: '#!/usr/bin/env node\n' },
  'a file with CRLF': { file: 'crlf.cjs', before: "'use strict';\r\n", lineEnd: '\r\n' },
  'a file with a line separator in a string': { file: 'separator.cjs', before: "const s = '\u2028';\n" },
};

/** Lines as V8 counts them; Node leaves the byte order mark of a CommonJS module in. */
const linesOf = (text: string, file: string): string[] =>
  (file.endsWith('.mjs') ? text.replace(/^\ufeff/, '') : text).split(/\r\n|[\n\r\u2028\u2029]/);

for (const major of nodeMajors) {
  describe(`functions of a script on Node ${major}`, () => {
    const bench = useBench(major);

    for (const [name, { file, before: first = '', lineEnd = '\n' }] of Object.entries(forms)) {
      it(`of ${name} stand where they were noted, and their time on their own lines`, async () => {
        const text = first + BODY.join(lineEnd);
        const lines = linesOf(text, file);
        const program = await bench.write(file, text);
        const { outcome } = await record(bench.options(program));
        const { $heatline: facts } = await readProfile(outcome);
        const noted = facts.scripts.find(({ url }) => url.endsWith(`/${file}`))?.functions;
        if (blamesInlinedCodeWrongly(facts.v8Version)) {
          assert.ok(noted, 'the functions are noted');
          const found = noted.names.map((each, row) => {
            const [startLine, startColumn, endLine, endColumn] = noted.ranges.slice(row * 4, row * 4 + 4);
            const end = lines[endLine - 1].slice(0, endColumn);
            return [each, lines[startLine - 1].slice(startColumn).slice(0, 13), end.slice(end.lastIndexOf(' ') + 1)];
          });
          const expected = [
            ['helper', 'function help', '}'],
            ['get area', 'get area() { ', '}'],
            ['twice', '(n) => {', '}'],
            ['main', 'function main', '}'],
          ];
          assert.deepEqual(found, expected);
        }
        const { lines: times, sources, functions } = await analyze(outcome.recording ?? '');
        const own = sources.findIndex(({ path }) => path === program);
        const lineOf = (start: string): number =>
          lines.findIndex((line) => line.replace('\ufeff', '').startsWith(start));
        const timeIn = (start: string, end: string): number =>
          times.selfTime.reduce((sum, time, row) => {
            const index = times.line[row] - 1;
            return times.source[row] === own && index >= lineOf(start) && index < lineOf(end) ? sum + time : sum;
          }, 0);
        const main = functions.name.findIndex((each, row) => each === 'main' && functions.source[row] === own);
        const whole = functions.totalTime[main];
        const [helper, all] = [timeIn('function helper', 'class Box'), timeIn('function helper', 'console.log')];
        assert.ok(helper > 0.5 * whole, `helper has ${helper} of ${whole}`);
        assert.ok(all > 0.95 * whole && all < 1.05 * whole, `the file's functions have ${all} of ${whole}`);
      });
    }
  });
}
