import assert from 'node:assert/strict';
import { appendFile, copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { MAIN_THREAD } from '../../../../src/core/index.ts';
import { followV8Log } from '../../../../src/readers/v8-log/follow.ts';
import { readV8Log } from '../../../../src/readers/v8-log/read.ts';
import { THREADS_LINE } from '../../../../src/recording/threads.ts';
import { useScratch } from '../../../support/scratch.ts';
import { smallLog } from './log-text.ts';

const facts = 'heatline,{"version":1,"sampler":"v8log","program":"/a/b.js"}\n';
const ticks = Array.from({ length: 40 }, (_, i) => `tick,0x9028,${1000 * (i + 1)},0,0x0,0`);
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
    const followed = followV8Log(growing);
    await delay(400);
    await appendFile(growing, log.slice(cut, -9));
    await delay(400);
    await appendFile(growing, log.slice(-9));
    await rename(growing, recording);
    await appendFile(recording, facts);
    const profile = await followed.finish(recording, anything);
    await followed.end();
    assert.deepEqual(profile, await readV8Log(recording));
    assert.equal(profile?.samples.node.length, ticks.length);
    assert.equal(profile.recording.program, '/a/b.js');
  });

  it('miss no thread where they were followed beyond the end of the first', async () => {
    const size = Buffer.byteLength(log + facts);
    const thread = { id: MAIN_THREAD, kind: 'main', name: 'main', pid: 1, recorded: true, at: [0, size] };
    await writeFile(growing, `${log}${facts}${THREADS_LINE}${JSON.stringify({ threads: [thread], unrecorded: [] })}\n`);
    const followed = followV8Log(growing);
    const profile = await followed.finish(growing, anything);
    await followed.end();
    assert.deepEqual(profile, await readV8Log(growing, { range: [0, size] }));
    assert.deepEqual(profile?.recording.diagnostics, []);
  });

  it('are read from their start when the recording is another file', async () => {
    await writeFile(growing, log);
    await copyFile(growing, recording);
    const followed = followV8Log(growing);
    assert.equal(await followed.finish(recording, anything), undefined);
    await followed.end();
  });

  it('are read from their start when there was nothing to follow, or no log', async () => {
    const missing = followV8Log(growing);
    await writeFile(recording, log);
    assert.equal(await missing.finish(recording, anything), undefined);
    await missing.end();
    const other = scratch('other');
    await writeFile(other, 'something else\n');
    const none = followV8Log(other);
    assert.equal(await none.finish(other, anything), undefined);
    await none.end();
  });
});
