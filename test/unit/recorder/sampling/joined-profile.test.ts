import assert from 'node:assert/strict';
import type { Protocol } from 'devtools-protocol';
import { findSampledScripts } from '../../../../src/recorder/scripts/sampled-scripts.ts';
import { JoinedProfile } from '../../../../src/recorder/sampling/joined-profile.ts';

type Node = Protocol.Profiler.ProfileNode;
type Profile = Protocol.Profiler.Profile;

/** A node; its ticks are drawn as `5×3` for three on line 5. */
const node = (id: number, functionName: string, children: number[] = [], drawn = ''): Node => {
  const ticks = [...drawn.matchAll(/(\d+)×(\d+)/g)].map(([, line, count]) => [Number(line), Number(count)]);
  return {
    id,
    callFrame: { functionName, scriptId: '1', url: `file:///${functionName}.js`, lineNumber: 1, columnNumber: 2 },
    hitCount: ticks.reduce((sum, [, count]) => sum + count, 0),
    children,
    positionTicks: ticks.map(([line, count]) => ({ line, ticks: count })),
  };
};

const FIRST: Profile = {
  nodes: [node(1, '(root)', [2]), node(2, 'a', [3], '5×1'), node(3, 'b', [], '7×2')],
  ...{ startTime: 1000, endTime: 5000, samples: [2, 3, 3], timeDeltas: [1000, 1000, 1000] },
};
/** The same stacks under other numbers, and one that is new. */
const SECOND: Profile = {
  nodes: [node(1, '(root)', [8, 9]), node(9, 'a', [4], '5×3'), node(4, 'b', [], '7×1 8×1'), node(8, 'c')],
  ...{ startTime: 5200, endTime: 9000, samples: [4, 9, 8], timeDeltas: [500, 2000, -500] },
};

const textOf = (joined: JoinedProfile): Profile => JSON.parse(`${[...joined.write()].join('')}}`) as Profile;

/** The function of each sample, and when it was taken. */
function timeline({ nodes, samples = [], timeDeltas = [], startTime }: Profile): string[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  let time = startTime;
  return samples.map((id, i) => `${names.get(id)} ${(time += timeDeltas[i])}`);
}

describe('joined parts of a profile', () => {
  it('are one tree, with the samples in the order in which they were taken', () => {
    const joined = new JoinedProfile();
    joined.add(FIRST);
    joined.add(SECOND);
    const whole = textOf(joined);
    assert.deepEqual([whole.startTime, whole.endTime], [1000, 9000]);
    // The program did something for the recorder from the end of one part to the beginning of the next.
    const expected = ['a 2000', 'b 3000', 'b 4000', 'rotate 5000', 'b 5700', 'c 7200', 'a 7700'];
    assert.deepEqual(timeline(whole), expected);
    const ticks = whole.nodes.map(({ callFrame, hitCount, positionTicks = [] }) =>
      [callFrame.functionName, hitCount, ...positionTicks.map(({ line, ticks: count }) => `${line}×${count}`)].join(
        ' ',
      ),
    );
    assert.deepEqual(ticks.filter((text) => text.includes('×')).sort(), ['a 4 5×4', 'b 4 7×3 8×1']);
    assert.equal(whole.nodes.length, 5);
    const parents = new Set(whole.nodes.flatMap(({ children = [] }) => children));
    assert.equal(parents.size, 4, 'each but the root is the child of one');
  });

  it('have a sample once that both took', () => {
    const joined = new JoinedProfile();
    joined.add(FIRST);
    joined.add({ ...SECOND, startTime: 3900, endTime: 9000, samples: [9, 4], timeDeltas: [100, 1000] });
    assert.deepEqual(timeline(textOf(joined)).slice(2), ['b 4000', 'b 5000']);
  });

  it('idle from an interval behind a sample on, where samples are held back until the thread wakes up', () => {
    const idle = node(20, '(idle)');
    Object.assign(idle.callFrame, { url: '', lineNumber: -1, columnNumber: -1 });
    const [root, ...nodes] = FIRST.nodes;
    const part = {
      ...FIRST,
      nodes: [{ ...root, children: [...(root.children ?? []), 20] }, ...nodes, idle],
      samples: [2, 20, 2, 20, 20],
      timeDeltas: [1000, 9000, 300, 700, 5000],
    };
    const times = (held?: number): number[] => {
      const joined = new JoinedProfile(held);
      joined.add(part);
      return timeline(textOf(joined)).map((text) => Number(text.split(' ')[1]));
    };
    assert.deepEqual(times(), [2000, 11_000, 11_300, 12_000, 17_000]);
    assert.deepEqual(times(1070), [2000, 3070, 11_300, 12_000, 13_070]);
  });

  it('idle up to the end of a part, too, where the thread woke up for that alone', () => {
    const joined = new JoinedProfile(1070);
    joined.add({ ...FIRST, endTime: 400_000 });
    joined.add({ ...SECOND, startTime: 400_200, endTime: 403_000 });
    assert.deepEqual(timeline(textOf(joined)).slice(2, 6), ['b 4000', '(idle) 5070', 'rotate 400000', 'b 400700']);
  });

  it('names each function once, and the text that is being written has no later part', () => {
    const joined = new JoinedProfile();
    joined.add(FIRST);
    const before = joined.write();
    joined.add(SECOND);
    const text = [...before].join('');
    assert.deepEqual(timeline(JSON.parse(`${text}}`) as Profile), timeline(FIRST));
    const urls = findSampledScripts(joined.frames()).map(({ url }) => url);
    assert.deepEqual(urls, ['file:///(root).js', 'file:///a.js', 'file:///b.js', 'file:///c.js']);
  });
});
