import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { finishLeftovers } from '../../../src/recorder/index.ts';
import { killQuietly } from '../../../src/recorder/program.ts';
import { UNFINISHED_NOTE } from '../../../src/recording/journal.ts';
import { isAlive } from '../../../src/recording/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { BUSY, useBench } from '../../support/recording.ts';
import { recordApart } from './record-apart.ts';

const PROGRAM = `${BUSY}
const { isMainThread, Worker } = require('worker_threads');
function quarter() { return busy(20); }
function most() { return busy(60); }
if (isMainThread) new Worker(__filename);
setInterval(() => { quarter(); most(); }, 5);`;
/** In milliseconds: how long it is recorded, and what may be lost of that, also by a busy machine. */
const RECORDED = 5000;
const MOST_LOST = 2500;

for (const major of nodeMajors) {
  for (const sampler of ['inspector', 'v8log'] as const) {
    describe(`a recording whose recorder is killed, on Node ${major} (${sampler})`, function () {
      this.timeout(60_000);
      const bench = useBench(major);

      it('stands on disk but for its last 2 s, and is made whole by the next one', async () => {
        const program = await bench.write('app.js', PROGRAM);
        const parent = path.join(bench.folder, sampler);
        const output = path.join(parent, 'out.cpuprofile');
        const { recorder, pid } = await recordApart(bench.options(program, { sampler, output }));
        await sleep(RECORDED);
        const [folder] = (await readdir(parent)).map((name) => path.join(parent, name));
        assert.ok(sampledFor(await analyze(folder)) > RECORDED - MOST_LOST, 'it can be read while it grows');
        assert.deepEqual(await finishLeftovers(parent), [], 'its recorder lives');
        recorder.kill('SIGKILL');
        await once(recorder, 'exit');
        killQuietly(pid, 'SIGKILL');
        while (isAlive(pid)) await sleep(20);
        check(await analyze(folder));
        const [{ recording, ...leftover }, ...others] = await finishLeftovers(parent);
        assert.deepEqual(others, []);
        assert.equal(leftover.program, program);
        const ending = sampler === 'v8log' ? 'v8log' : 'cpuprofile';
        assert.equal(recording, path.join(parent, `out-unfinished.${ending}`));
        assert.deepEqual(await readdir(parent), [path.basename(recording)]);
        const whole = await analyze(recording);
        check(whole);
        assert.ok(whole.diagnostics.some(({ code }) => code === 'recorder-killed'));
        assert.deepEqual(await finishLeftovers(parent), []);
      });
    });
  }
}

const sampledFor = ({ quality }: Analysis): number => quality.duration / 1000;

function check(analysis: Analysis): void {
  const { functions, threads, lines, sources, quality } = analysis;
  assert.ok(sampledFor(analysis) > RECORDED - MOST_LOST, `sampled for ${sampledFor(analysis)} ms`);
  assert.deepEqual(
    threads.map(({ kind }) => kind),
    ['main', 'worker'],
  );
  assert.equal(quality.clock, process.platform === 'linux' ? 'cpu' : 'wall');
  const total = (name: string): number => functions.totalTime[functions.name.indexOf(name)];
  const share = total('quarter') / (total('quarter') + total('most'));
  assert.ok(Math.abs(share - 0.25) < 0.05, `quarter has ${share}`);
  const hottest = lines.selfTime.indexOf(Math.max(...lines.selfTime));
  assert.deepEqual([path.basename(sources[lines.source[hottest]].path), lines.line[hottest]], ['app.js', 1]);
}
