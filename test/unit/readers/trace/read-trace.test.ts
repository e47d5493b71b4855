import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { analyze } from '../../../../src/analysis/analyze.ts';
import { type Analysis, Category, type Profile, threadOf } from '../../../../src/core/index.ts';
import { readThreads } from '../../../../src/readers/read-threads.ts';
import { readTrace } from '../../../../src/readers/trace/read.ts';
import { refusalOf, withFile } from '../cpuprofile/read-bytes.ts';
import { wordsOf } from '../../../support/told.ts';

const recording = (name: string): string =>
  path.join(import.meta.dirname, '../../../formats/recordings', `${name}.json.gz`);
const textOf = async (name: string): Promise<string> => gunzipSync(await readFile(recording(name))).toString('utf8');

/** The hottest line of own code, as function, path and line. */
function hottest({ lines, sources, functions }: Analysis): string {
  const [row] = [...lines.line.keys()].sort((a, b) => lines.selfTime[b] - lines.selfTime[a]);
  return `${functions.name[lines.function[row]]} ${path.basename(sources[lines.source[row]].path)}:${lines.line[row]}`;
}

interface Chunk {
  name: string;
  id?: string;
  args: { data: { cpuProfile?: { samples: number[] } } };
}

describe('a trace', () => {
  it('of Chrome with sources and maps inside has original lines, columns known, and all threads by name', async () => {
    const analysis = await analyze(recording('chrome-enhanced'));
    assert.equal(hottest(analysis), 'hash hash.ts:4');
    const names = analysis.threads.map(({ kind, name }) => `${kind} ${name.replace(/\d+\)/, 'N)')}`);
    assert.deepEqual(names.sort(), [
      'main CrRendererMain (Renderer N)',
      'process CrRendererMain (Renderer N)',
      'worker DedicatedWorker thread (Renderer N)',
      'worker DedicatedWorker thread (Renderer N)',
    ]);
    const [main, ...others] = analysis.threads;
    assert.ok(others.every(({ kind, parent, pid }) => kind === 'process' || (parent === 1) === (pid === main.pid)));
    assert.ok(analysis.timeline);
  });

  it('that is a bare list has the same samples, and the last bracket may be missing', async () => {
    const whole = await readThreads(recording('chrome-enhanced'));
    const toldOf = (profiles: readonly Profile[]) =>
      profiles.map((one) => [one.recording.thread, one.samples.node.length]);
    const list = await textOf('chrome-list');
    const [bare, open] = await Promise.all([list, list.slice(0, -1)].map((text) => withFile(text, readThreads)));
    for (const profiles of [bare, open]) {
      assert.deepEqual(toldOf(profiles), toldOf(whole));
    }
  });

  it('may have its events in any order', async () => {
    const events = JSON.parse(await textOf('chrome-list')) as unknown[];
    const [first, last] = await Promise.all(
      [events, events.toReversed()].map((each) => withFile(JSON.stringify(each), readThreads)),
    );
    const { recording: _, ...tables } = first[0];
    assert.deepEqual({ ...last[0], recording: undefined }, { ...tables, recording: undefined });
  });

  it('of Node has lines in its files', async () => {
    assert.match(hottest(await analyze(recording('node24.trace'))), /^(?:(?:work|outer) main|mix lib)\.cjs:\d+$/);
  });

  it('gives the same whatever is read at once', async () => {
    const text = await textOf('chrome-enhanced');
    const [small, large] = await withFile(text, (file) =>
      Promise.all([777, 1 << 20].map((chunkSize) => readTrace(file, { chunkSize }))),
    );
    assert.deepEqual(small, large);
  });

  const hermes = {
    traceEvents: [
      { name: 'process_name', ph: 'M', cat: '', pid: 0, ts: '0', args: { name: 'com.app' } },
      { name: 'thread_name', ph: 'M', cat: '', pid: 0, tid: '12', ts: '0', args: { name: 'mqt_js' } },
    ],
    samples: [
      { cpu: '-1', name: '', ts: '1000', pid: 0, tid: '12', weight: '1', sf: 3 },
      { cpu: '-1', name: '', ts: '3000', pid: 0, tid: '12', weight: '1', sf: 2 },
      { cpu: '-1', name: '', ts: '4000', pid: 0, tid: '12', weight: '1', sf: 4 },
      { cpu: '-1', name: '', ts: '5000', pid: 0, tid: '12', weight: '1', sf: 2 },
    ],
    stackFrames: {
      1: { name: '[root]', category: 'root' },
      2: {
        ...{ line: '20', column: '3', funcLine: '18', funcColumn: '1' },
        ...{ name: 'render(/app/list.js:20:3)', category: 'JavaScript', parent: 1 },
      },
      3: {
        ...{ line: '7', column: '9', funcLine: '5', funcColumn: '1' },
        ...{ name: 'sort(/app/list.js:7:9)', category: 'JavaScript', parent: 2 },
      },
      4: { name: '[GC Young Gen]', category: 'Metadata', parent: 2 },
    },
  };

  it('of Hermes has a line for each sample and call', async () => {
    const { lines, functions, threads, quality } = await withFile(JSON.stringify(hermes), (file) => analyze(file));
    const rows = Array.from(lines.function, (of, row) =>
      [functions.name[of], lines.line[row], lines.selfTime[row], lines.totalTime[row]].join(' '),
    );
    assert.deepEqual(rows.sort(), ['render 20 1000 4000', 'sort 7 2000 2000']);
    assert.deepEqual([functions.line[functions.name.indexOf('sort')], quality.duration], [5, 4000]);
    // Nothing of it is V8's, and no fault of V8's sampler in it.
    assert.ok(quality.sampler === 'other' && quality.exactShare === 1);
    assert.deepEqual(wordsOf(threads, 'name'), ['mqt_js']);
  });

  it('of Hermes in a released app has its functions', async () => {
    const { 2: render, 3: sort, ...others } = hermes.stackFrames;
    const bare = (name: string, { parent, category }: typeof render) => ({ name, parent, category, funcVirtAddr: '9' });
    const stackFrames = { ...others, 2: bare('render', render), 3: bare('sort', sort) };
    const { functions } = await withFile(JSON.stringify({ ...hermes, stackFrames }), (file) => analyze(file));
    const own = functions.name.filter((_, row) => functions.category[row] === Category.own);
    assert.deepEqual(own.toSorted(), ['render', 'sort']);
  });

  const chunk = (data: object, name = 'ProfileChunk'): string =>
    JSON.stringify([
      { name: 'Profile', pid: 1, tid: 1, ts: 1, id: '0x1', args: { data: { startTime: 5 } } },
      { name, pid: 1, tid: 2, ts: 2, id: '0x1', args: { data } },
    ]);
  const node = { id: 1, callFrame: { functionName: '(root)' } };
  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['without samples', '{"traceEvents":[{"name":"x","pid":1}]}', /without the samples of a CPU profiler/],
    ['without anything', '[]', /without the samples/],
    ['cut off', '{"traceEvents":[{"name":"Profile","pid":1', /ends in the middle/],
    ['with something between', '[{} {}]', /, is expected/],
    ['with a damaged chunk', chunk({ timeDeltas: 'x' }), /damaged/],
    ['with fewer times than samples', chunk({ cpuProfile: { samples: [1, 1] }, timeDeltas: [1] }), /2 samples but 1/],
    ['without a node', chunk({ cpuProfile: { nodes: [node], samples: [2] }, timeDeltas: [1] }), /missing \(node 2\)/],
    [
      'of absurd times',
      chunk({ cpuProfile: { nodes: [node], samples: [1, 1] }, timeDeltas: [1, 1e300] }),
      /beyond all bounds/,
    ],
    [
      'with a circle',
      chunk({ cpuProfile: { nodes: [{ ...node, id: 2, parent: 2 }], samples: [2] }, timeDeltas: [1] }),
      /circle/,
    ],
    ['with a damaged stack', JSON.stringify({ ...hermes, stackFrames: { x: {} } }), /damaged/],
  ];
  for (const [what, text, reason] of refused)
    it(`${what} is refused in one sentence`, async () => {
      assert.match((await refusalOf(withFile(text, readThreads))).message, reason);
    });

  it('names its threads by number where nothing else does', async () => {
    const events = (JSON.parse(await textOf('chrome-list')) as Chunk[]).filter(({ name }) => !name.endsWith('_name'));
    const profiles = await withFile(JSON.stringify(events), readThreads);
    assert.ok(profiles.every(({ recording }) => /^thread \d+ \(process \d+\)$/.test(threadOf(recording).name)));
  });
});
