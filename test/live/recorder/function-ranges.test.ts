import assert from 'node:assert/strict';
import path from 'node:path';
import { type Analysis, blamesInlinedCodeWrongly } from '../../../src/core/index.ts';
import type { HeatlineSection } from '../../../src/recording/facts.ts';
import { fewest } from '../../support/chance.ts';
import { linesOf } from '../../support/figures.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes, readNotes } from '../../support/recording.ts';

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
  '  for (let k = 0; k < 100; k++) {',
  '    for (let i = 0; i < 20000; i++) sum += helper(sum, i);',
  '  }',
  '  return sum;',
  '}',
  'console.log(twice(new Box().area));',
  'untilSampled(main);',
  // V8 forgets functions that were collected.
  '(globalThis.kept ??= []).push(helper, Box, twice, main);',
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
  'an ES module with a byte order mark': { file: 'byte.mjs', before: "\ufeffimport 'node:fs';\n" },
  'an ES module with a shebang': { file: 'bang.mjs', before: '#!/usr/bin/env node\n' },
  'a file with CRLF': { file: 'crlf.cjs', before: "'use strict';\r\n", lineEnd: '\r\n' },
  'a file with a line separator in a string': { file: 'separator.cjs', before: "const s = '\u2028';\n" },
};
const textOf = ({ before = '', lineEnd = '\n' }: Form): string => before + BODY.join(lineEnd);
/** Lines as V8 counts them; Node leaves the byte order mark of a CommonJS module in. */
const linesOfForm = (form: Form): string[] =>
  (form.file.endsWith('.mjs') ? textOf(form).replace(/^\ufeff/, '') : textOf(form)).split(/\r\n|[\n\r\u2028\u2029]/);

describeOnNodes('functions of a script', nodeMajors, (bench) => {
  let section: HeatlineSection;
  let analysis: Analysis;
  before(async () => {
    for (const form of Object.values(forms)) await bench.write(form.file, textOf(form));
    const loads = Object.values(forms).map(({ file }) =>
      file.endsWith('.mjs') ? `await import('./${file}');\n` : `require('./${file}');\n`,
    );
    const recorded = await bench.record(
      `${BUSY}Object.assign(globalThis, { untilSampled }); (async () => {\n${loads.join('')}})();`,
    );
    [section] = (await readNotes(recorded.file)).sections;
    analysis = await recorded.analyze();
  });

  for (const [name, form] of Object.entries(forms))
    it(`of ${name} stand where they were noted, and their time on their own lines`, () => {
      const lines = linesOfForm(form);
      const { scripts, facts } = section;
      const noted = scripts.find(({ url }) => url.endsWith(`/${form.file}`))?.functions;
      if (blamesInlinedCodeWrongly(facts.v8Version ?? '')) {
        assert.ok(noted, JSON.stringify(scripts));
        const found = noted.names.map((each, row) => {
          const [startLine, startColumn, endLine, endColumn] = noted.ranges.slice(row * 4, row * 4 + 4);
          const end = lines[endLine - 1].slice(0, endColumn);
          return [each, lines[startLine - 1].slice(startColumn).slice(0, 13), end.slice(end.lastIndexOf(' ') + 1)];
        });
        assert.deepEqual(found, [
          ['helper', 'function help', '}'],
          ['get area', 'get area() { ', '}'],
          ['twice', '(n) => {', '}'],
          ['main', 'function main', '}'],
        ]);
      }
      const lineOf = (start: string): number =>
        lines.findIndex((line) => line.replace('\ufeff', '').startsWith(start)) + 1;
      const samplesIn = (start: string, end: string): number =>
        linesOf(analysis, `${path.sep}${form.file}`).reduce((sum, row) => {
          const line = analysis.lines.line[row];
          return sum + (line >= lineOf(start) && line < lineOf(end) ? analysis.lines.selfSamples[row] : 0);
        }, 0);
      const helper = samplesIn('function helper', 'class Box');
      const all = samplesIn('function helper', 'console.log');
      // Nearly all of the work is in `helper`; blamed on `main` it would have next to nothing.
      assert.ok(all > 0 && helper >= fewest(all, 0.5), `helper has ${helper} of ${all} samples`);
    });
});
