import assert from 'node:assert/strict';
import { FrameKind } from '../../../../src/core/index.ts';
import { readBytes } from './read-bytes.ts';
import { call, type RawProfile, smallProfile, special } from './small-profile.ts';
import { assertSameProfile } from '../../../support/same-profile.ts';
import { codesOf, kindsOf, linesAt, topsOf } from '../../../support/told.ts';

const read = (profile: unknown): ReturnType<typeof readBytes> => readBytes(JSON.stringify(profile));

describe('reading a .cpuprofile: what V8 means by its numbers', () => {
  it('has 0-based lines of definitions and 1-based ones of positionTicks, which have no column', async () => {
    const profile = await read(smallProfile());
    const { frames, positions, ticks } = profile;
    const definition = frames.position[frames.name.indexOf('hot')];
    assert.deepEqual([positions.line[definition], positions.column[definition]], [5, 9]);
    assert.deepEqual(linesAt(profile, ticks.position), [2, 6]);
    assert.ok(ticks.position.every((row) => positions.column[row] === -1));
  });

  it('knows no place for what begins before its text, as in a script that vm runs at an offset', async () => {
    const profile = smallProfile();
    profile.nodes[1].callFrame = call('', 0, -208);
    profile.nodes[2].callFrame = call('hot', -5, -20);
    profile.nodes[2].positionTicks = [
      { line: -4, ticks: 1 },
      { line: -3, ticks: 1 },
    ];
    const told = await read(profile);
    const { frames, positions, ticks } = told;
    const placeOf = (name: string): number[] => {
      const row = frames.position[frames.name.indexOf(name)];
      return [positions.line[row], positions.column[row]];
    };
    assert.deepEqual(placeOf(''), [1, -1]);
    assert.deepEqual(placeOf('hot'), [0, -1]);
    assert.deepEqual(linesAt(told, ticks.position), [2, 0]);
    assert.deepEqual([...ticks.count], [1, 2]);
  });

  it('gives the time before the first sample to no sample; each lasts until the next, the last until the end', async () => {
    const { samples, ticks, recording } = await read(smallProfile());
    assert.deepEqual([...ticks.time], [10, 50]);
    assert.deepEqual([...samples.start], [5, 15, 35, 65]);
    assert.equal(recording.duration, 65);
  });

  it('sums several ticks of one line in one node, as Node 26 writes them, but not those of two nodes', async () => {
    const profile = smallProfile();
    profile.nodes[1].positionTicks = [{ line: 6, ticks: 1 }];
    profile.nodes[2].positionTicks = [6, 7, 6, 6].map((line) => ({ line, ticks: 1 }));
    const told = await read(profile);
    const { node, position, count, time } = told.ticks;
    assert.deepEqual(
      [[...node], linesAt(told, position), [...count]],
      [
        [1, 2, 2],
        [6, 6, 7],
        [1, 3, 1],
      ],
    );
    assert.deepEqual([...time], [10, 37.5, 12.5]);
    assert.equal(position[0], position[1]);
  });

  it('puts samples that V8 wrote late into the order of time', async () => {
    const profile = smallProfile();
    profile.samples = [2, 3, 1, 2];
    profile.timeDeltas = [5, 30, -20, 25];
    const { samples, tree } = await read(profile);
    assert.deepEqual([...samples.start], [5, 15, 35, 40, 65]);
    assert.deepEqual([...samples.node], [1, 0, 2, 1]);
    assert.equal(tree.parent[2], 1);
  });

  it('never ends before its last sample', async () => {
    const { samples } = await read({ ...smallProfile(), endTime: 1_010 });
    assert.deepEqual([...samples.start], [5, 15, 35, 35]);
  });

  it('leaves a node without ticks without a row', async () => {
    const profile = smallProfile();
    delete profile.nodes[2].positionTicks;
    const { ticks } = await read(profile);
    assert.deepEqual([...ticks.node], [1]);
  });

  it('tells the kinds of frames apart, and an own function of the same name from them', async () => {
    const profile = smallProfile();
    const names = ['(idle)', '(program)', '(garbage collector)', 'writeUtf8String'];
    names.forEach((name, i) => profile.nodes.push({ id: 10 + i, callFrame: special(name) }));
    profile.nodes.push({ id: 20, callFrame: call('(idle)') });
    profile.nodes[0].children = [2, 10, 11, 12, 13, 20];
    const { frames } = await read(profile);
    const { root, script, idle, program, gc, native } = FrameKind;
    assert.deepEqual([...frames.kind], [root, script, script, idle, program, gc, native, script]);
    assert.equal(frames.position[0], -1);
  });

  it('knows one function at several places of the tree as one frame', async () => {
    const profile = smallProfile();
    profile.nodes.push({ id: 4, callFrame: call('hot', 4, 9) }, { id: 5, callFrame: call('hot', 4, 10) });
    profile.nodes[0].children = [2, 4, 5];
    const { frames, tree } = await read(profile);
    assert.deepEqual([...tree.frame], [0, 1, 2, 2, 3]);
    assert.deepEqual(frames.name, ['(root)', 'main', 'hot', 'hot']);
  });

  it('leaves functions without a name that other tools call "(anonymous)"', async () => {
    const profile = smallProfile();
    profile.nodes[2].callFrame = call('(anonymous)', 4, 9);
    assert.deepEqual((await read(profile)).frames.name, ['(root)', 'main', '']);
  });

  it('keeps scripts of eval without a url apart by their ids', async () => {
    const profile = smallProfile();
    profile.nodes[1].callFrame = { ...call('f', 0, 0, ''), scriptId: '71' };
    profile.nodes[2].callFrame = { ...call('f', 0, 0, ''), scriptId: '72' };
    const { scripts, frames } = await read(profile);
    assert.equal(scripts.length, 2);
    assert.deepEqual([...frames.kind], [FrameKind.root, FrameKind.script, FrameKind.script]);
  });
});

describe('reading a .cpuprofile: the call tree', () => {
  /** The same profile with other ids. */
  const renumber = (profile: RawProfile, ids: readonly number[]): void => {
    for (const node of profile.nodes) {
      node.id = ids[node.id];
      node.children = node.children?.map((id) => ids[id]);
    }
    profile.samples = profile.samples.map((id) => ids[id]);
  };
  const same: Readonly<Record<string, (profile: RawProfile) => void>> = {
    'whose parents stand behind their children': ({ nodes }) => nodes.reverse(),
    'that is written with parents instead of children': ({ nodes }) =>
      nodes.forEach((node) =>
        Object.assign(node, { children: undefined, parent: node.id > 1 ? node.id - 1 : undefined }),
      ),
    'with large ids in any order': (profile) => renumber(profile, [0, 5, 77, 2 ** 20]),
    'with ids beyond those of V8': (profile) => renumber(profile, [0, 100_000_000, 77, 2 ** 20]),
  };
  for (const [what, change] of Object.entries(same))
    it(`is that of V8’s spelling in a profile ${what}`, async () => {
      const profile = smallProfile();
      change(profile);
      assertSameProfile(await read(profile), await read(smallProfile()));
    });
});

describe("reading a .cpuprofile: Heatline's notes", () => {
  const clocked = { ...smallProfile(), timeDeltas: [5, 1000, 2000], endTime: 7_000 };
  const cpuClock = {
    ...{ timesUs: [1_000, 7_000], cpuUs: [500, 4_500] },
    records: {
      ...{ timeUs: [1_004, 1_000, 2_000], cpuUs: [500, 1_000, 1_400] },
      ...{ states: 'RRR', switches: [0, 0, 0] },
    },
  };
  const notes = {
    version: 1,
    sampler: 'inspector',
    samplerReason: 'because',
    runtimeVersion: 'v20.20.2',
    args: ['--x'],
    requestedIntervalUs: 1000,
    startedAt: 1_700_000_000_000,
    end: { kind: 'exit', code: 3 },
    findings: [{ code: 'x', severity: 'info', message: 'm' }],
    scripts: [{ url: 'file:///a.js', sourceMapUrl: 'a.js.map', contentHash: 'ab' }, { url: 'file:///unused.js' }],
  };

  it('joins them to the scripts by url and fills in the facts', async () => {
    const { scripts, recording } = await read({ ...smallProfile(), $heatline: notes });
    assert.deepEqual(scripts, [{ url: 'file:///a.js', sourceMapUrl: 'a.js.map', contentHash: 'ab' }]);
    assert.equal(recording.requestedIntervalUs, 1000);
    assert.deepEqual(recording.ending, notes.end);
    assert.deepEqual(recording.args, ['--x']);
    assert.deepEqual(recording.diagnostics, notes.findings);
  });

  it('says nothing of what a foreign profile does not say', async () => {
    const { recording, scripts, samples } = await read({ ...smallProfile(), $vscode: { rootPath: '/x' } });
    assert.deepEqual(scripts, [{ url: 'file:///a.js' }]);
    assert.equal(recording.requestedIntervalUs, undefined);
    assert.ok(!('waitingTime' in recording));
    assert.equal(samples.cpu, undefined);
  });

  it('weighs samples by the records of the thread', async () => {
    const { samples, ticks, recording } = await read({ ...clocked, $heatline: { ...notes, cpuClock } });
    assert.deepEqual([...(samples.cpu ?? [])], [800, 800, 800]);
    assert.deepEqual([...(samples.blocked ?? [])], [0, 0, 0]);
    assert.deepEqual([...(ticks.cpu ?? [])], [800, 1600]);
    assert.equal(recording.cpuTime, 4_000);
  });

  it('reads a profile with notes that make no sense, and says so', async () => {
    const { recording } = await read({ ...smallProfile(), $heatline: { version: 1, scripts: 'all' } });
    assert.deepEqual(codesOf(recording.diagnostics), ['recording-facts-unreadable']);
  });

  /** The small profile with a node 4 of this name, below its root. */
  const withNode = (name: string, more: Partial<RawProfile>): RawProfile => {
    const profile = { ...smallProfile(), ...more };
    profile.nodes[0].children = [2, 4];
    profile.nodes.push({ id: 4, callFrame: special(name), hitCount: 1 });
    return profile;
  };

  it('knows the microtask queue again, which a recording of V8’s log has as a frame of its own', async () => {
    const profile = withNode('(microtasks)', { samples: [2, 4], timeDeltas: [5, 1000], endTime: 3005 });
    assert.deepEqual(kindsOf(await read(profile)), [FrameKind.script, FrameKind.program]);
  });

  it('gives a gap between samples to idle time', async () => {
    const timeDeltas = [5, 1000, 1000, 200_000, 300_000];
    const profile = await read(withNode('(idle)', { samples: [2, 3, 3, 4, 3], timeDeltas, endTime: 504_005 }));
    const { samples, ticks, recording } = profile;
    assert.deepEqual(topsOf(profile), ['main', 'hot', 'hot', '(idle)', 'hot']);
    const lengths = Array.from(samples.node, (_, i) => samples.start[i + 1] - samples.start[i]);
    assert.deepEqual(lengths, [1000, 1000, 1070, 498_930, 1000]);
    assert.deepEqual([...ticks.time], [1000, 3070], 'hot lines have what their samples have');
    assert.equal(recording.duration, 503_005);
  });
});
