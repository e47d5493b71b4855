import assert from 'node:assert/strict';
import { appendFile, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { MAIN_THREAD } from '../../../../src/core/index.ts';
import { FollowedLog } from '../../../../src/readers/v8-log/follow.ts';
import { readV8Log } from '../../../../src/readers/v8-log/read.ts';
import { baselineFileOf } from '../../../../src/recording/rendezvous.ts';
import { THREADS_LINE } from '../../../../src/recording/threads.ts';
import { useScratch } from '../../../support/scratch.ts';
import { smallLog } from './log-text.ts';

const facts = 'heatline,{"version":1,"sampler":"v8log","program":"/a/b.js"}\n';
/** So many that the log is followed: a short one is read at its end. */
const ticks = Array.from({ length: 4000 }, (_, i) => `tick,0x9028,${1000 * (i + 1)},0,0x0,0`);
const log = [...smallLog, ...ticks, ''].join('\n');
const anything = { onProgress: () => undefined };

describe('V8 logs that are read while they are written', () => {
  const scratch = useScratch();
  let growing: string;
  let recording: string;
  let tests = 0;

  beforeEach(async () => {
    const folder = String(++tests);
    await mkdir(scratch(folder));
    growing = scratch(folder, 'isolate0x1-2-some.v8log');
    recording = scratch(folder, 'some.v8log');
  });

  it('say the same as when they are read at the end, wherever they were cut, and under another name', async () => {
    const cut = log.length - 417;
    await writeFile(growing, log.slice(0, cut));
    const followed = new FollowedLog(growing);
    await followed.look();
    await appendFile(growing, log.slice(cut, -9));
    await followed.look();
    await appendFile(growing, log.slice(-9));
    await rename(growing, recording);
    await appendFile(recording, facts);
    const profile = await followed.finish(recording, anything);
    await followed.end();
    assert.deepEqual(profile, await readV8Log(recording));
    assert.equal(profile?.samples.node.length, ticks.length);
    assert.equal(profile.recording.program, '/a/b.js');
  });

  it('know what was noted of them, also where the notes went into the finished log before they were read', async () => {
    const scripts = ['clock', 'baseline'].map(
      (name, i) => `code-creation,Script,9,40,0x50${i},3, heatline:${name}:1:1,0x5${i},~`,
    );
    const whole = [
      ...smallLog,
      ...scripts,
      ...ticks.map((tick, i) => (i % 2 ? tick : tick.replace(/0$/, '1'))),
      '',
    ].join('\n');
    const collections = ticks.map(
      (_, i) => `heatline-gc,${1000 * (i + 1) - 500},0x2004,0x${(i % 4 ? 0x1004 : 0x2004).toString(16)}\n`,
    );
    const notes = ['heatline-clock,40\n', ...collections].join('');
    const [cut, noted] = [whole, notes].map(({ length }) => Math.round(length * 0.8));
    await writeFile(growing, whole.slice(0, cut));
    await writeFile(baselineFileOf(growing), notes.slice(0, noted));
    const followed = new FollowedLog(growing);
    await followed.look();
    await appendFile(baselineFileOf(growing), notes.slice(noted));
    const at = JSON.stringify([whole.length, whole.length + notes.length]);
    const clock = { timesUs: [], cpuUs: [], anchorUs: 40 };
    const told = JSON.stringify({ version: 1, sampler: 'v8log', cpuClock: clock }).slice(0, -1);
    await appendFile(growing, `${whole.slice(cut)}${notes}heatline,${told},"baseline":${at}}\n`);
    await rm(baselineFileOf(growing));
    await rename(growing, recording);
    await followed.look();
    const profile = await followed.finish(recording, anything);
    await followed.end();
    assert.deepEqual(profile, await readV8Log(recording));
    assert.deepEqual(profile?.collections?.count, Uint32Array.of(ticks.length / 4, ticks.length / 4));
  });

  it('miss no thread where they were followed beyond the end of the first', async () => {
    const size = Buffer.byteLength(log + facts);
    const thread = { id: MAIN_THREAD, kind: 'main', name: 'main', pid: 1, recorded: true, at: [0, size] };
    await writeFile(growing, `${log}${facts}${THREADS_LINE}${JSON.stringify({ threads: [thread], unrecorded: [] })}\n`);
    const followed = new FollowedLog(growing);
    const profile = await followed.finish(growing, anything);
    await followed.end();
    assert.deepEqual(profile, await readV8Log(growing, { range: [0, size] }));
    assert.deepEqual(profile?.recording.diagnostics, []);
  });

  it('are read from their start when the recording is another file', async () => {
    await writeFile(growing, log);
    await copyFile(growing, recording);
    const followed = new FollowedLog(growing);
    assert.equal(await followed.finish(recording, anything), undefined);
    await followed.end();
  });

  it('are read from their start when there was nothing to follow, or no log', async () => {
    const missing = new FollowedLog(growing);
    await writeFile(recording, log);
    assert.equal(await missing.finish(recording, anything), undefined);
    await missing.end();
    const other = scratch('other');
    await writeFile(other, 'something else\n'.repeat(1e4));
    const none = new FollowedLog(other);
    assert.equal(await none.finish(other, anything), undefined);
    await none.end();
  });
});
