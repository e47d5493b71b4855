import assert from 'node:assert/strict';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';

/** Each function spends its time in native code below Node's own library. */
const PROGRAM = `
const { pbkdf2Sync } = require('node:crypto');
const { gzipSync } = require('node:zlib');
const { readFileSync } = require('node:fs');
const bytes = Buffer.alloc(16_000_000, 'some text ');
// What Node does only at a first call is none of the lines' own.
pbkdf2Sync('secret', 'salt', 1, 64, 'sha512');
gzipSync('some text');
function hash() {
  pbkdf2Sync('secret', 'salt', 100000, 64, 'sha512'); // @hash
}
function zip() {
  gzipSync(bytes, { level: 9 }); // @zip
}
function read() {
  for (let i = 0; i < 8000; i++)
    readFileSync(__filename); // @read
}
function text() {
  for (let i = 0; i < 6; i++)
    bytes.toString('hex'); // @text
}
for (let k = 0; k < 3; k++) { hash(); zip(); read(); text(); }
`;

const names = ['hash', 'zip', 'read', 'text'];
const lineOf = (mark: string): number => PROGRAM.split('\n').findIndex((line) => line.includes(`// @${mark}`)) + 1;

/** Time that a function's code spent outside of itself, and how much of that its marked line asked Node for. */
function askedFor(
  { requests, functions, lines }: Analysis,
  name: string,
): { below: number; byFunction: number; byLine: number } {
  const fn = functions.name.indexOf(name);
  const of = (keep: (row: number) => boolean): number =>
    requests.time.reduce((sum, time, row) => (requests.caller[row] === fn && keep(row) ? sum + time : sum), 0);
  const byLine = of((row) => requests.line[row] >= 0 && lines.line[requests.line[row]] === lineOf(name));
  return { below: functions.totalTime[fn] - functions.selfTime[fn], byFunction: of(() => true), byLine };
}

for (const major of nodeMajors) {
  describe(`native time below Node's library on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);

    for (const sampler of ['inspector', 'v8log'] as const) {
      it(`is found by the ${sampler === 'v8log' ? 'line' : 'function'} that asked for it`, async () => {
        const program = await bench.write('native.js', PROGRAM);
        const { outcome } = await record(bench.options(program, { sampler }));
        assert.ok(outcome.recording);
        const analysis = await analyze(outcome.recording);
        for (const name of names) {
          const { below, byFunction, byLine } = askedFor(analysis, name);
          const row = analysis.functions.name.indexOf(name);
          const total = analysis.functions.totalTime[row];
          const told = `${name}: ${byFunction} µs, ${byLine} by its line, of ${below} below it and ${total} in all`;
          assert.ok(total > 20_000 && byFunction > 0.9 * below, told);
          // V8 inlines some of Node's functions into the caller: then the time is the line's own.
          const self = analysis.lines.selfTime[analysis.lines.line.indexOf(lineOf(name))] ?? 0;
          if (sampler === 'v8log') assert.ok(byLine + self > 0.85 * total, `${told}, ${self} its own`);
        }
      });
    }
  });
}
