import assert from 'node:assert/strict';
import { FrameKind, type Profile } from '../../../../src/core/index.ts';
import { readBytes } from './read-bytes.ts';
import { special } from './small-profile.ts';
import { wordsOf } from '../../../support/told.ts';

type Place = readonly [name: string, url: string, line: number, column: number];
/** A function with its samples, by lines where there are ticks, and what it calls. */
interface Called {
  readonly place: Place | string;
  readonly hits?: number;
  readonly ticks?: Readonly<Record<number, number>>;
  readonly calls?: readonly Called[];
}

interface Written {
  readonly root?: Place | string;
  readonly more?: object;
}

/** The profile in which the root calls these. */
function read(calls: readonly Called[], { root = '(root)', more = {} }: Written = {}): Promise<Profile> {
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
  add({ place: root, calls });
  const timeDeltas = samples.map(() => 1000);
  const endTime = 1000 * (samples.length + 1);
  return readBytes(JSON.stringify({ nodes, startTime: 0, endTime, samples, timeDeltas, ...more }));
}

/** `name line: samples` of all ticks, and the functions with where they begin; whose sampler it was, where not V8's. */
function told({ frames, positions, tree, ticks, recording }: Profile) {
  const at = (position: number): string => `${positions.line[position]}:${positions.column[position]}`;
  const functions = [...new Set(tree.frame)].filter((frame) => frames.position[frame] >= 0);
  return {
    ...(recording.sampler !== 'inspector' && { sampler: recording.sampler }),
    ticks: Array.from(
      ticks.node,
      (node, i) => `${frames.name[tree.frame[node]]} ${positions.line[ticks.position[i]]}: ${ticks.count[i]}`,
    ),
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
      sampler: 'other',
      ticks: ['(module) 22: 3', 'hotLoop 5: 126', 'hotLoop 6: 6'],
      functions: ['(module) 0:-1', 'hotLoop 0:-1'],
    });
    const { tree, positions, ticks } = profile;
    const calls = Array.from(tree.callPosition ?? [], (position) => (position < 0 ? 0 : positions.line[position]));
    assert.deepEqual(calls, [0, 0, 22, 22, 6, 22]);
    assert.equal(Math.round(ticks.time[1] / 1000), 126);
    assert.ok(
      tree.lowTier?.every((isLow) => isLow === 1),
      'where in a loop is uncertain',
    );
  });

  it('Bun before 1.3.13 are known with idle time too, which nobody in such a file names', async () => {
    const timeDeltas = Array.from({ length: 138 }, (_, i) => (i === 60 ? 500_000 : 1000));
    const profile = await read(bun, { more: { timeDeltas, endTime: 1_000_000 } });
    assert.ok(profile.frames.name.includes('(idle)'));
    assert.equal(told(profile).ticks.length, 3);
  });

  it('Bun since are as V8’s, but for a module, which begins at its top', async () => {
    const module = ['(module)', 'file:///a.ts', 16, 0] as const;
    const hotLoop = { place: ['hotLoop', 'file:///a.ts', 7, 16], hits: 2, ticks: { 11: 2 } } as const;
    const profile = await read([{ place: module, hits: 1, ticks: { 29: 1 }, calls: [hotLoop] }]);
    assert.deepEqual(told(profile), {
      sampler: 'other',
      ticks: ['(module) 29: 1', 'hotLoop 11: 2'],
      functions: ['(module) 1:0', 'hotLoop 8:16'],
    });
    assert.equal(profile.scripts[0].isOriginal, true);
  });

  it('Hermes are where the program was, in names too; what has no script is named in brackets', async () => {
    const url = '/app/index.bundle.js';
    const sampled = (name: string, line: number, column: number) =>
      [`${name}(${url}:${line}:${column})`, url, line, column] as const;
    const calls: readonly Called[] = [
      {
        place: sampled('render', 12, 5),
        calls: [
          { place: sampled('diff (old)', 40, 7), hits: 3 },
          { place: sampled('diff (old)', 41, 9), hits: 2 },
          { place: ['[Native] push', '[native]', 0, 0], hits: 1 },
          { place: ['[GC Young Gen]', '[suspended]', 0, 0], hits: 4 },
        ],
      },
    ];
    const profile = await read(calls, { root: ['[root]', '[root]', 0, 0] });
    assert.deepEqual(told(profile), {
      sampler: 'other',
      ticks: ['diff (old) 40: 3', 'diff (old) 41: 2'],
      functions: ['render 0:-1', 'diff (old) 0:-1'],
    });
    const { frames, tree, ticks, positions } = profile;
    const kindOf = (name: string): number => frames.kind[frames.name.indexOf(name)];
    assert.equal(frames.kind[tree.frame[0]], FrameKind.root);
    assert.deepEqual([kindOf('[Native] push'), kindOf('[GC Young Gen]')], [FrameKind.native, FrameKind.gc]);
    assert.equal(positions.column[ticks.position[0]], 6);
  });

  describe('VS Code’s debugger are the originals that it noted', () => {
    const compiled = 'file:///app/score.ts';
    const score: Called = { place: ['score', compiled, 0, 21], hits: 100, ticks: { 3: 10, 4: 90 } };
    /** `line` and `column` of what ran, from 0; where that is in an original, in lines from 1. */
    type Noted = readonly [url: string, line: number, column: number, path: string, original: number];
    const debugged = (calls: readonly Called[], noted: readonly Noted[]): Promise<Profile> => {
      const locations = noted.map(([url, lineNumber, columnNumber, path, original]) => ({
        callFrame: { functionName: '', scriptId: '7', url, lineNumber, columnNumber },
        locations: [
          { lineNumber: original, columnNumber: 3, source: { name: path, path, sourceReference: 0 } },
          { lineNumber: lineNumber + 1, columnNumber: 1, source: { path: url, sourceReference: 881 } },
        ],
      }));
      return read([...calls, { place: '(program)' }], { more: { $vscode: { rootPath: '/app', locations } } });
    };

    it('of a script that a loader compiled in memory under the name of its file', async () => {
      const begin: Noted = [compiled, 0, 21, '/app/score.ts', 7];
      const lines = [2, 3, 4].map((line): Noted => [compiled, line, 0, '/app/score.ts', line + 7]);
      const profile = await debugged([score], [begin, ...lines]);
      assert.deepEqual(told(profile), {
        ticks: ['score 9: 10', 'score 10: 90'],
        functions: ['score 7:2'],
      });
      assert.deepEqual(profile.scripts, [{ url: compiled, isOriginal: true }]);
      // Line 5 is nowhere noted: the script's own line 5 is another one.
      const unknown = await debugged([{ ...score, ticks: { 5: 100 } }], [begin]);
      assert.deepEqual(told(unknown).ticks, ['score 0: 100']);
    });

    it('of a bundle, but for lines that are several originals', async () => {
      const url = 'file:///app/dist/app.js';
      const place: Place = ['score', url, 0, 21];
      const noted: readonly Noted[] = [
        [url, 0, 21, '/app/src/score.ts', 7],
        [url, 2, 0, '/app/src/score.ts', 9],
        // Joined: what stands on line 4 is at 10 and 30, and line 6 goes back to another file.
        [url, 3, 0, '/app/src/score.ts', 10],
        [url, 3, 40, '/app/src/score.ts', 30],
        [url, 5, 0, '/app/src/score.ts', 50],
        [url, 6, 0, '/app/src/app.ts', 1],
      ];
      const profile = await debugged([{ ...score, place, ticks: { 3: 50, 4: 40, 6: 10 } }], noted);
      const { positions, ticks, scripts } = profile;
      const at = (row: number): string =>
        `${scripts[positions.script[ticks.position[row]]].url}:${positions.line[ticks.position[row]]}`;
      // The others stay in the bundle, of which a source map may tell.
      assert.deepEqual([0, 1, 2].map(at), ['/app/src/score.ts:9', `${url}:4`, `${url}:6`]);
    });

    it('nowhere where what ran is what the file holds: it keeps its place, and its source map', async () => {
      const same: readonly Noted[] = [
        [compiled, 0, 21, '/app/score.ts', 1],
        [compiled, 2, 0, '/app/score.ts', 3],
      ];
      const profile = await debugged([score], same);
      assert.deepEqual(told(profile).functions, ['score 1:21']);
      assert.deepEqual(profile.scripts, [{ url: compiled }]);
    });

    for (const [what, $vscode] of [
      ['a number', 7],
      ['no locations', { locations: [{}] }],
    ] as const)
      it(`nowhere where its notes are ${what}`, async () => {
        const profile = await read([score, { place: '(program)' }], { more: { $vscode } });
        assert.deepEqual(told(profile).functions, ['score 1:21']);
      });
  });

  it('V8 that have no ticks are as they are', async () => {
    const functions = ['(module) 23:35', 'hotLoop 6:19', 'hotLoop 7:44', 'hotLoop 0:-1'];
    assert.deepEqual(told(await read([...bun, { place: '(program)', hits: 1 }])), { ticks: [], functions });
  });

  it('Deno are the originals’ of TypeScript, which it compiles in memory, but for lines', async () => {
    const others = [{ place: ['now', 'ext:core/01_core.js', 3, 4], hits: 1, ticks: { 5: 1 } }] as const;
    const called = (url: string): Called => ({ place: ['hotLoop', url, 16, 16], hits: 2, ticks: { 12: 2 } });
    const core = 'now 5: 1';
    const profile = await read([called('file:///a.ts'), ...others]);
    assert.deepEqual(told(profile), { ticks: [core], functions: ['hotLoop 17:16', 'now 4:4'] });
    assert.deepEqual(wordsOf(profile.scripts, 'isOriginal'), ['true', 'undefined']);
    assert.deepEqual(told(await read([called('file:///a.js'), ...others])), {
      ticks: ['hotLoop 12: 2', core],
      functions: ['hotLoop 17:16', 'now 4:4'],
    });
  });
});
