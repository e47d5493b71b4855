import assert from 'node:assert/strict';
import type { Profile } from '../../../../src/core/index.ts';
import { readBytes } from './read-bytes.ts';
import { special } from './small-profile.ts';

type Place = readonly [name: string, url: string, line: number, column: number];
/** A function with its samples, by lines where there are ticks, and what it calls. */
interface Called {
  readonly place: Place | string;
  readonly hits?: number;
  readonly ticks?: Readonly<Record<number, number>>;
  readonly calls?: readonly Called[];
}

/** The profile in which the root calls these. */
function read(calls: readonly Called[]): Promise<Profile> {
  const nodes: object[] = [];
  const samples: number[] = [];
  const add = ({ place, hits = 0, ticks, calls: below = [] }: Called): number => {
    const id = nodes.length + 1;
    const node: Record<string, unknown> = { id, hitCount: hits };
    nodes.push(node);
    const [functionName, url, lineNumber, columnNumber] = typeof place === 'string' ? [place] : place;
    node.callFrame =
      url === undefined ? special(functionName) : { functionName, scriptId: '7', url, lineNumber, columnNumber };
    if (ticks)
      node.positionTicks = Object.entries(ticks).map(([line, count]) => ({ line: Number(line), ticks: count }));
    for (let i = 0; i < hits; i++) samples.push(id);
    node.children = below.map(add);
    return id;
  };
  add({ place: '(root)', calls });
  const timeDeltas = samples.map(() => 1000);
  return readBytes(JSON.stringify({ nodes, startTime: 0, endTime: 1000 * (samples.length + 1), samples, timeDeltas }));
}

/** `name line: samples` of all ticks, and the functions with where they begin. */
function told({ frames, positions, tree, ticks }: Profile) {
  const at = (position: number): string => `${positions.line[position]}:${positions.column[position]}`;
  const functions = [...new Set(tree.frame)].filter((frame) => frames.position[frame] >= 0);
  return {
    ticks: Array.from(ticks.node, (node, i) => [
      `${frames.name[tree.frame[node]]} ${positions.line[ticks.position[i]]}`,
      ticks.count[i],
    ]),
    functions: functions.map((frame) => `${frames.name[frame]} ${at(frames.position[frame])}`),
  };
}

describe('places in the profiles of', () => {
  const A = 'file:///a.mjs';
  /** As Bun 1.3.5 wrote them: lines from 1. */
  const bun: readonly Called[] = [
    {
      place: ['(module)', A, 22, 35],
      hits: 3,
      calls: [
        { place: ['hotLoop', A, 5, 19], hits: 126 },
        { place: ['hotLoop', A, 6, 44], hits: 6, calls: [{ place: 'sqrt', hits: 1 }] },
        { place: ['hotLoop', A, -1, -1], hits: 2 },
      ],
    },
  ];

  it('Bun before 1.3.13 are where the program was, and callers’ where they called', async () => {
    const profile = await read(bun);
    assert.deepEqual(told(profile), {
      ticks: [
        ['(module) 22', 3],
        ['hotLoop 5', 126],
        ['hotLoop 6', 6],
      ],
      functions: ['(module) 0:-1', 'hotLoop 0:-1'],
    });
    const { tree, positions, ticks } = profile;
    const calls = Array.from(tree.callPosition ?? [], (position) => (position < 0 ? 0 : positions.line[position]));
    assert.deepEqual(calls, [0, 0, 22, 22, 6, 22]);
    assert.equal(Math.round(ticks.time[1] / 1000), 126);
  });

  it('V8 that have no ticks are as they are', async () => {
    const functions = ['(module) 23:35', 'hotLoop 6:19', 'hotLoop 7:44', 'hotLoop 0:-1'];
    assert.deepEqual(told(await read([...bun, { place: '(program)', hits: 1 }])), { ticks: [], functions });
  });

  it('Deno tell no lines of TypeScript, which is compiled in memory, and no columns', async () => {
    const others = [{ place: ['now', 'ext:core/01_core.js', 3, 4], hits: 1, ticks: { 5: 1 } }] as const;
    const called = (url: string): Called => ({ place: ['hotLoop', url, 16, 16], hits: 2, ticks: { 12: 2 } });
    const core = [['now 5', 1]] as const;
    assert.deepEqual(told(await read([called('file:///a.ts'), ...others])), {
      ticks: core,
      functions: ['hotLoop 17:-1', 'now 4:4'],
    });
    assert.deepEqual(told(await read([called('file:///a.js'), ...others])), {
      ticks: [['hotLoop 12', 2], ...core],
      functions: ['hotLoop 17:16', 'now 4:4'],
    });
  });
});
