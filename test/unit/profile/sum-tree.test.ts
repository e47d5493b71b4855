import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { Category } from '../../../src/profile/analysis.ts';
import { sumTree, type TreeSums } from '../../../src/profile/sum-tree.ts';

const FUNCTIONS = 5;

interface Node {
  readonly parent: number;
  readonly frame: number;
  readonly time: number;
  readonly samples: number;
}

/** Trees whose rows are in any order that has parents first. */
const randomNodes = fc
  .array(
    fc.record({
      above: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      frame: fc.nat(FUNCTIONS - 1),
      time: fc.constantFrom(0, 0, 1, 20, 300),
      samples: fc.nat(3),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((rows) => rows.map(({ above, ...row }, i): Node => ({ ...row, parent: i === 0 ? -1 : Math.floor(above * i) })));

function sumsOf(nodes: readonly Node[], category: readonly number[]): TreeSums {
  const tree = {
    parent: Int32Array.from(nodes, ({ parent }) => parent),
    frame: Int32Array.from(nodes, ({ frame }) => frame),
    callPosition: new Int32Array(nodes.length),
  };
  const self = {
    selfTime: Float64Array.from(nodes, ({ time }) => time),
    selfSamples: Uint32Array.from(nodes, ({ samples }) => samples),
  };
  return sumTree(tree, self, {
    name: category.map(String),
    source: new Int32Array(category.length),
    line: new Int32Array(category.length),
    column: new Int32Array(category.length),
    category: Uint8Array.from(category),
    ofFrame: Int32Array.from(category.keys()),
  });
}

/** The rows from a node up to the root. */
function stackOf(nodes: readonly Node[], row: number): number[] {
  const stack: number[] = [];
  for (let at = row; at >= 0; at = nodes[at].parent) stack.push(at);
  return stack;
}

describe('sumTree', () => {
  const categories = fc.array(fc.constantFrom(Category.own, Category.node, Category.native, Category.gc), {
    minLength: FUNCTIONS,
    maxLength: FUNCTIONS,
  });

  it('adds up what a walk from each node to the root adds up', () => {
    const property = fc.property(randomNodes, categories, (nodes, category) => {
      const sums = sumsOf(nodes, category);
      const totalTime = new Float64Array(nodes.length);
      const functionTime = new Float64Array(FUNCTIONS);
      const functionSamples = new Uint32Array(FUNCTIONS);
      const calls = new Map<string, number>();
      nodes.forEach(({ time, samples }, row) => {
        const stack = stackOf(nodes, row);
        for (const at of stack) totalTime[at] += time;
        for (const frame of new Set(stack.map((at) => nodes[at].frame))) {
          functionTime[frame] += time;
          functionSamples[frame] += samples;
        }
        const pairs = stack.slice(0, -1).map((at) => `${nodes[nodes[at].parent].frame}:${nodes[at].frame}`);
        for (const pair of new Set(pairs)) calls.set(pair, (calls.get(pair) ?? 0) + time);
      });
      assert.deepEqual(sums.totalTime, totalTime);
      assert.deepEqual(sums.functions.totalTime, functionTime);
      assert.deepEqual(sums.functions.totalSamples, functionSamples);
      const { caller, callee, time } = sums.calls;
      assert.deepEqual(new Map(Array.from(caller, (row, i) => [`${row}:${callee[i]}`, time[i]])), calls);
      for (let i = 1; i < caller.length; i++)
        assert.ok(caller[i - 1] < caller[i] || (caller[i - 1] === caller[i] && time[i - 1] >= time[i]));
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('gives self time to the function, that of native code to the script that called it', () => {
    const property = fc.property(randomNodes, categories, (nodes, category) => {
      const time = new Float64Array(FUNCTIONS);
      nodes.forEach((node, row) => {
        const called = stackOf(nodes, row).map((at) => nodes[at].frame);
        const caller = called.find((frame) => category[frame] !== Category.native);
        const isScript = caller !== undefined && category[caller] < Category.native;
        time[isScript && category[node.frame] === Category.native ? caller : node.frame] += node.time;
      });
      assert.deepEqual(sumsOf(nodes, category).functions.selfTime, time);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('walks depth first, and lists the nodes with time or samples of their own', () => {
    const property = fc.property(randomNodes, (nodes) => {
      const { walk, ownNodes } = sumsOf(nodes, [0, 0, 0, 0, 0]);
      assert.ok(walk);
      const placeOf = new Map(nodes.map((_, place) => [walk.order?.[place] ?? place, place]));
      nodes.forEach((_, row) => {
        const below = nodes.flatMap((_, at) => (stackOf(nodes, at).includes(row) ? [placeOf.get(at) as number] : []));
        assert.equal(below.length, walk.size[row]);
        assert.equal(Math.min(...below), placeOf.get(row));
        assert.equal(Math.max(...below), (placeOf.get(row) as number) + walk.size[row] - 1);
      });
      const own = nodes.flatMap(({ time, samples }, row) => (time > 0 || samples > 0 ? [row] : []));
      assert.deepEqual([...ownNodes], own);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('goes over more nodes and calls than one stretch and one table hold', () => {
    const count = 50_000;
    const functions = 5_000;
    const nodes = Array.from({ length: count }, (_, i): Node => ({
      parent: i - 1,
      frame: i % functions,
      time: 1,
      samples: 1,
    }));
    const sums = sumsOf(nodes, new Array<number>(functions).fill(Category.own));
    assert.deepEqual(
      sums.totalTime,
      Float64Array.from(nodes, (_, row) => count - row),
    );
    const times = Float64Array.from({ length: functions }, (_, row) => count - row);
    assert.deepEqual(sums.functions.totalTime, times);
    assert.deepEqual([...sums.calls.caller], [...times.keys()]);
    assert.deepEqual(
      sums.calls.callee,
      sums.calls.caller.map((row) => (row + 1) % functions),
    );
    assert.equal(sums.calls.time[functions - 1], count - functions);
  });
});

describe('the kernel that sums over trees', () => {
  it('is what its source compiles to', async () => {
    const folder = new URL('../../../src/profile/', import.meta.url);
    const build = new URL('../../../src/build-kernel.mjs', import.meta.url);
    const { stdout } = await promisify(execFile)(process.execPath, [build.pathname, folder.pathname, '--print']);
    const committed = await readFile(new URL('kernel.generated.ts', folder), 'utf8');
    assert.ok(stdout === committed, 'kernel.generated.ts is out of date: run src/build-kernel.mjs src/profile');
  });
});
