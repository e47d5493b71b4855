import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { readCallPath } from '../../../src/readers/call-path.ts';
import type { FunctionCalls, TimedStep } from '../../../src/recording/timed-calls.ts';
import { useScratch } from '../../support/scratch.ts';

const functionOf = (name: string, line: number): FunctionCalls => ({
  ...{ name, file: '/app/main.ts', line, column: 2, kind: 'sync', count: 1, ended: 1, thrown: 0, isShort: false },
  ...{ sumMs: 1, totalMs: 1, selfMs: 1, minMs: 1, maxMs: 1, untilReturnMs: 1, histogram: [], slowest: [] },
});

/** A call of a row of the functions, from when for how long, below which call before. */
const step = (called: number, startMs: number, ranMs: number, caller = -1): TimedStep => ({
  ...{ name: 'abcdefghij'[called], startMs, durationMs: ranMs, depth: 0, function: called, caller, ranMs },
});

describe('The path of timed calls', () => {
  const scratch = useScratch();
  const cost = { insideNs: 10, besideNs: 10, clockNs: 20 };
  const functions = [functionOf('a', 1), functionOf('b', 5), functionOf('c', 9)];

  async function write(...paths: readonly (readonly TimedStep[])[]): Promise<string> {
    const threads = paths.map((steps, thread) => ({
      ...{ pid: 7, thread, origin: 1000 + 100 * thread, cost, functions, path: steps, pathIsComplete: true },
    }));
    const file = scratch('main.calls.json');
    await writeFile(file, JSON.stringify({ timedCalls: { version: 1, threads, untimed: [] } }));
    return file;
  }

  /** The innermost calls with their callers, and from when to when each ran, in milliseconds. */
  async function drawn(file: string, at = 0): Promise<string[]> {
    const { samples, tree, frames } = (await readCallPath(file))[at];
    const stackOf = (node: number): string =>
      node <= 0 ? '' : `${stackOf(tree.parent[node])}>${frames.name[tree.frame[node]]}`;
    return Array.from(
      samples.node,
      (node, i) => `${stackOf(node)} ${samples.start[i] / 1000}-${samples.start[i + 1] / 1000}`,
    );
  }

  it('is who ran innermost, and nothing between two calls', async () => {
    const file = await write([step(0, 10, 50), step(1, 20, 10, 0), step(2, 25, 3, 1), step(1, 80, 5)]);
    assert.deepEqual(await drawn(file), [
      ...['>a 0-10', '>a>b 10-15', '>a>b>c 15-18', '>a>b 18-20', '>a 20-50', '>(idle) 50-70', '>b 70-75'],
    ]);
  });

  it('has what an async function calls after it waited below that function', async () => {
    const file = await write([step(0, 0, 10), step(1, 30, 5, 0)]);
    assert.deepEqual(await drawn(file), ['>a 0-10', '>(idle) 10-30', '>a>b 30-35']);
  });

  it('has calls that had not ended until the last that is known', async () => {
    const file = await write([step(0, 0, -1), step(1, 30, 5, 0), step(2, 40, 2)]);
    assert.deepEqual(await drawn(file), ['>a 0-30', '>a>b 30-35', '>a 35-40', '>c 40-42']);
  });

  it('knows threads, and where functions begin in the original', async () => {
    const file = await write([step(0, 0, 10)], [step(2, 5, 10)]);
    assert.deepEqual(await drawn(file, 1), ['>c 0-10']);
    const [{ recording, scripts, positions, frames }] = await readCallPath(file);
    assert.deepEqual(
      recording.threads?.threads.map(({ kind, startUs }) => `${kind} ${startUs}`),
      ['main 0', 'worker 105000'],
    );
    assert.deepEqual(scripts, [{ url: '/app/main.ts', isOriginal: true }]);
    const at = frames.position[frames.name.indexOf('a')];
    assert.deepEqual([positions.line[at], positions.column[at]], [1, 2]);
    assert.equal(recording.value?.isExact, true);
  });

  const refused: Readonly<Record<string, readonly [path: readonly TimedStep[], sentence: RegExp]>> = {
    'no call': [[], /no call in it was timed/],
    'a function that is not there': [[step(9, 0, 1)], /name others that are not there/],
    'a call below a later one': [[step(0, 0, 1, 0)], /name others that are not there/],
  };
  for (const [name, [steps, sentence]] of Object.entries(refused))
    it(`refuses ${name}`, async () => {
      await assert.rejects(readCallPath(await write(steps)), sentence);
    });
});
