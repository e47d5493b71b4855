import assert from 'node:assert/strict';
import type { Analysis } from '../../../src/core/index.ts';
import { rowOf, samplesOf, selfTimeOf } from '../../support/figures.ts';
import { bySampler } from '../../support/it-where.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { describeOnNodes } from '../../support/recording.ts';

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
  pbkdf2Sync('secret', 'salt', 150000, 64, 'sha512'); // @hash
}
function zip() {
  gzipSync(bytes, { level: 9 }); // @zip
}
function read() {
  for (let i = 0; i < 10000; i++)
    readFileSync(__filename); // @read
}
function text() {
  for (let i = 0; i < 10; i++)
    bytes.toString('hex'); // @text
}
hash(); zip(); read(); text();
`;
const lineOf = (mark: string): number => PROGRAM.split('\n').findIndex((line) => line.includes(`// @${mark}`)) + 1;

/** Of the time that a function asked Node for: all, and by line, the one with the most first. */
function askedFor(
  { requests, functions, lines }: Analysis,
  name: string,
): { all: number; hottest: number | undefined } {
  const fn = functions.name.indexOf(name);
  const byLine = new Map<number, number>();
  for (const [row, time] of requests.time.entries()) {
    if (requests.caller[row] !== fn) continue;
    const line = requests.line[row] < 0 ? 0 : lines.line[requests.line[row]];
    byLine.set(line, (byLine.get(line) ?? 0) + time);
  }
  const sorted = [...byLine].sort(([, a], [, b]) => b - a);
  return { all: sorted.reduce((sum, [, time]) => sum + time, 0), hottest: sorted.at(0)?.[0] };
}

describeOnNodes(`native time below Node's library`, nodeMajors, (bench) => {
  bySampler()('is found by the function, or V8’s log’s line, that asked for it', async (sampler) => {
    const analysis = await (await bench.record(PROGRAM, { sampler })).analyze();
    // The sampler of a busy machine may get no processor for as long as one of them runs.
    const seen = ['hash', 'zip', 'read', 'text'].filter((name) => samplesOf(analysis, name) > 0);
    assert.ok(seen.length > 0, 'one of four functions is seen');
    for (const name of seen) {
      const below = analysis.functions.totalTime[analysis.functions.name.indexOf(name)] - selfTimeOf(analysis, name);
      const { all, hottest } = askedFor(analysis, name);
      // V8 inlines some of Node's functions into the caller: then the time is the line's own.
      const self = analysis.lines.selfTime[rowOf(analysis, 'program.js', lineOf(name))] ?? 0;
      if (self > all && sampler === 'v8log') continue;
      // A starved sampler may have seen it in its own code alone.
      assert.ok(all >= below / 2, `${name}: ${all} of ${below} µs`);
      if (sampler === 'v8log' && all > 0) assert.equal(hottest, lineOf(name), name);
    }
  });
});
