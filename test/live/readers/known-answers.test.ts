import { strict as assert } from 'node:assert';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readV8Log } from '../../../src/readers/v8-log/read.ts';
import type { Profile } from '../../../src/core/index.ts';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';
import { useScratch } from '../../support/scratch.ts';
import { V8_LOG_FLAGS } from '../../unit/readers/v8-log/log-text.ts';

const run = promisify(execFile);

/** A hot helper on line 13 that V8 inlines into another file's loop, and a comparator that a builtin calls. */
const lib = `'use strict';
exports.cold = function cold(x) {
  return x + 1;
};
//
//
//
//
//
exports.hot = function hot(n) {
  let s = 0;
  for (let i = 0; i < n; i++) {
    s = (s * 31 + i) % 1000003;
  }
  return s;
};
`;
const main = `'use strict';
const lib = require('./lib.js');
function run(k) {
  let t = 0;
  for (let i = 0; i < k; i++) {
    t += lib.hot(200);
    t = lib.cold(t);
  }
  return t;
}
let r = 0;
for (let i = 0; i < 100; i++) r += run(2000);
const list = Array.from({ length: 200000 }, (_, i) => (i * 7919) % 200003);
for (let i = 0; i < 4; i++) list.slice().sort((x, y) => x - y);
setTimeout(() => process.stdout.write(String(r)), 50);
`;

describe('V8 logs of real programs', () => {
  const scratch = useScratch();
  before(async () => {
    await writeFile(scratch('lib.js'), lib);
    await writeFile(scratch('main.js'), main);
  });

  for (const major of nodeMajors) {
    it(`tells what was inlined into another file, and what was idle, on Node ${major}`, async () => {
      const log = scratch(`${major}.log`);
      const flags = [...V8_LOG_FLAGS, `--logfile=${log}`, '--prof-sampling-interval=1000'];
      await run(await nodeBinary(major), [...flags, scratch('main.js')]);
      const profile = await readV8Log(log);
      assert.equal(profile.recording.sampler, 'v8log');
      assert.equal(profile.recording.requestedIntervalUs, 1000);
      const severities = profile.recording.diagnostics.map(({ severity }) => severity);
      assert.ok(
        severities.every((severity) => severity === 'info'),
        'nothing was broken',
      );

      const hot = selfByLine(profile, 'lib.js');
      const inRun = selfByLine(profile, 'main.js');
      const loop = (hot.get(12) ?? 0) + (hot.get(13) ?? 0);
      const others = [...hot].filter(([line]) => line !== 12 && line !== 13).map(([, count]) => count);
      assert.ok(loop > Math.max(0, ...others), 'the loop of hot() is hot');
      assert.ok((inRun.get(6) ?? 0) < loop, 'the line that calls it is not');
      assert.ok((inRun.get(13) ?? 0) + (inRun.get(14) ?? 0) > 0, 'the callbacks show');

      const nodes = nodesNamed(profile, 'hot').filter((node) => profile.tree.parent[node] > 0);
      const called = nodes.map((node) => describeCall(profile, node));
      assert.ok(called.includes('run at main.js:6:13'), `hot() is called by run(): ${called.join(', ')}`);
      const comparator = nodesNamed(profile, '').map((node) => nameOf(profile, profile.tree.parent[node]));
      assert.ok(comparator.includes('Array.prototype.sort'), 'the comparator is called by the builtin');

      assert.ok(timeOf(profile, '(idle)') > 0, 'the wait for the timer is idle');
    });
  }
});

const fileOf = (profile: Profile, position: number): string =>
  path.basename(profile.scripts[profile.positions.script[position]].url);
const nameOf = (profile: Profile, node: number): string => profile.frames.name[profile.tree.frame[node]];
const nodesNamed = (profile: Profile, name: string): number[] =>
  [...profile.tree.frame.keys()].filter((node) => nameOf(profile, node) === name);

function describeCall(profile: Profile, node: number): string {
  const call = profile.tree.callPosition?.[node] ?? -1;
  const parent = nameOf(profile, profile.tree.parent[node]);
  if (call < 0) return `${parent} somewhere`;
  return `${parent} at ${fileOf(profile, call)}:${profile.positions.line[call]}:${profile.positions.column[call]}`;
}

/** Samples, not time: without a CPU clock, time is no measure on a busy machine. */
function selfByLine(profile: Profile, file: string): Map<number, number> {
  const lines = new Map<number, number>();
  profile.ticks.position.forEach((position, tick) => {
    if (position < 0 || fileOf(profile, position) !== file) return;
    const line = profile.positions.line[position];
    lines.set(line, (lines.get(line) ?? 0) + profile.ticks.count[tick]);
  });
  return lines;
}

function timeOf(profile: Profile, name: string): number {
  let sum = 0;
  profile.samples.node.forEach((node, i) => {
    if (nameOf(profile, node) === name) sum += profile.samples.start[i + 1] - profile.samples.start[i];
  });
  return sum;
}
