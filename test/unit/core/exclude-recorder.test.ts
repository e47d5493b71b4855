import assert from 'node:assert/strict';
import {
  type Analysis,
  type BuiltinTicks,
  excludeRecorder,
  isRecorderScript,
  loadedAt,
  type Profile,
} from '../../../src/core/index.ts';
import { analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';
import { stacksOf, topsOf } from '../../support/told.ts';

/** As recorded, with `boot.js` as the recorder's script and `events.js` as one of Node's own. */
function recorded(stacks: readonly string[], callSites = false): Profile {
  const profile = profileFromStacks(stacks, { callSites, facts: { recorderScripts: ['/dist/boot loader.cjs'] } });
  const names: Record<string, string> = {
    '/app/boot.js': 'file:///dist/boot%20loader.cjs',
    '/app/events.js': 'node:events',
    '/app/emit.js': 'node:events',
    '/app/nameless.js': '',
  };
  return { ...profile, scripts: profile.scripts.map(({ url }) => ({ url: names[url] ?? url })) };
}

const kept = (stacks: readonly string[]): Analysis => analysisOfProfile(excludeRecorder(recorded(stacks)));

function selfTimes(profile: Profile): Record<string, number> {
  const { functions } = analysisOfProfile(excludeRecorder(profile));
  const rows = functions.name.map((name, row) => [name, functions.selfTime[row] / 1000] as const);
  return Object.fromEntries(rows.filter(([, time]) => time > 0));
}

describe('excludeRecorder', () => {
  it('cuts away what the recorder did before the program began, and makes idle what it did in it', () => {
    const held = ['boot:2', 'boot:3 > [waitForDebugger]', 'boot:4 > events:3'];
    assert.deepEqual(selfTimes(recorded([...held, 'main:2'])), { main: 1 });
    assert.deepEqual(selfTimes(recorded([...held, 'main:2', ...held, 'main:2'])), { '(idle)': 3, main: 2 });
  });

  it('leaves out the builtins that the recorder called', () => {
    const profile = recorded(['boot:2', 'main:2', 'boot:3']);
    const { name, position } = profile.frames;
    const frame = Int32Array.from(['boot', 'main', 'boot'], (function_) => name.indexOf(function_));
    const builtins: BuiltinTicks = {
      names: ['LoadIC', 'Copy'],
      builtin: Int32Array.of(0, 1, 1),
      frame,
      position: frame.map((row) => position[row]),
      within: Int32Array.of(-1, -1, -1),
      time: Float64Array.of(10, 20, 30),
    };
    const kept = excludeRecorder({ ...profile, builtins }).builtins;
    assert.deepEqual([kept?.names, [...(kept?.builtin ?? [])], [...(kept?.time ?? [])]], [builtins.names, [1], [20]]);
  });

  it('keeps what the program idled at its end, also behind a sample of the recorder', () => {
    const stacks = ['boot:2', 'main:2', 'boot:3', '(idle)', '(idle)', 'boot:4', '(program)'];
    const left = excludeRecorder(recorded(stacks));
    assert.equal(left.recording.duration, 4000);
    assert.deepEqual(topsOf(left), ['main', '(idle)', '(idle)', '(idle)']);
  });

  it('keeps what it idled for longer than the recorder waits, between two samples of the recorder', () => {
    const profile = recorded(['main:2', 'boot:3', '(idle)', 'boot:4']);
    const start = Float64Array.of(0, 1000, 2000, 302_000, 303_000);
    const { samples } = excludeRecorder({ ...profile, samples: { ...profile.samples, start } });
    assert.equal(samples.start[samples.node.length], 302_000);
  });

  it('keeps children that the program waits for: the last, in whose start the recorder has a part, and all where it does nothing else', () => {
    const stacks = ['main:2', 'main:3 > boot:3', 'main:3 > [spawnSync]', 'main:3 > [spawnSync]', 'boot:4', 'boot:4'];
    assert.deepEqual(selfTimes(recorded(stacks)), { main: 3, '(idle)': 1 });
    const child = ['main:2 > boot:4', 'main:2 > [spawn]', 'main:2 > [spawn]'];
    assert.deepEqual(selfTimes(recorded(['boot:2', ...child, ...child, 'boot:3'])), { '(idle)': 1, main: 4 });
  });

  it('keeps the time of a program none of whose scripts was met, or one without a name, held at its end', () => {
    const stacks = ['(program)', 'boot:2', '(garbage collector)', '(garbage collector)', 'boot:3', '(program)'];
    assert.deepEqual(selfTimes(recorded(stacks)), { '(garbage collector)': 2 });
    assert.deepEqual(selfTimes(recorded(['boot:2', 'boot:3'])), { '(idle)': 2 });
    const atEnd = ['boot:3', 'boot:3 > events:3 > nameless:1', 'boot:3'];
    assert.deepEqual(selfTimes(recorded(['boot:2', '(program)', '(program)', ...atEnd])), { '(program)': 2 });
  });

  it('keeps what the recorder calls of the program, also without a name or a script', () => {
    assert.deepEqual(selfTimes(recorded(['boot:2 > events:3 > main:4'])), { main: 1 });
    const nameless = ['boot:2', 'nameless:1', 'boot:3 > emit:3 > nameless:1', 'main:2', 'boot:3'];
    assert.deepEqual(selfTimes(recorded(nameless)), { nameless: 2, main: 1 });
    const profile = recorded(['boot:2', 'main:2', 'boot:3 > events:3 > adrift:4', 'main:2', 'boot:3']);
    profile.frames.position[profile.frames.name.indexOf('adrift')] = -1;
    assert.deepEqual(selfTimes(profile), { main: 2, adrift: 1 });
  });

  it('keeps what Node does for an event of the process, in whose emit the recorder stands', () => {
    const passedOn = ['boot:2 > emit:3', 'boot:2 > [apply] > emit:4 > events:5'];
    assert.deepEqual(selfTimes(recorded(['main:1', ...passedOn, 'main:1'])), { main: 2, emit: 1, events: 1 });
  });

  it('has the program’s code called by what called the recorder', () => {
    const stacks = ['other:9 > boot:2 > boot:3 > events:3 > main:4 > boot:5 > main:6', 'boot:2 > main:2'];
    const recording = recorded(stacks, true);
    const left = excludeRecorder(recording);
    const { tree, samples } = left;
    assert.deepEqual(stacksOf(left), [['other', 'events', 'main', 'main'], ['main']]);
    const calls = tree.callPosition ?? assert.fail('call sites are known');
    const callers = [...samples.node].map((node) => calls[node]).map((at) => recording.positions.line[at]);
    assert.deepEqual(callers, [4, undefined]);
  });

  it('keeps what is known of builtins', () => {
    const profile = recorded(['boot:2', 'main:2 > [push]', 'main:2']);
    const repair = Uint8Array.from(profile.ticks.node, (_, row) => row);
    const kept = excludeRecorder({ ...profile, ticks: { ...profile.ticks, repair } });
    assert.deepEqual(kept.ticks.repair, Uint8Array.of(1));
  });

  it('leaves other recordings as they are', () => {
    const profile = profileFromStacks(['main:2']);
    assert.equal(excludeRecorder(profile), profile);
  });
});

describe('the time in which the recorder holds the program', () => {
  const quality = (stacks: readonly string[]): readonly number[] => {
    const { duration, idleTime, gcTime } = kept(stacks).quality;
    return [duration, idleTime, gcTime].map((time) => time / 1000);
  };

  it('is no part of the duration and of idle time, whatever was sampled in it, but for idle time of the program’s own', () => {
    const before = ['(garbage collector)', '(idle)', 'boot:2'];
    const after = ['boot:2', '(program)', 'boot:2'];
    assert.deepEqual(quality([...before, 'main:2', '(idle)', '(garbage collector)', ...after]), [3, 1, 1]);
    assert.deepEqual(quality(['boot:2', 'main:2', 'boot:2', '(idle)', 'boot:2']), [1, 0, 0], 'a tick too few');
    assert.deepEqual(quality(['boot:2', '(idle)', 'main:2', '(idle)', 'boot:2']), [3, 2, 0], 'at both ends');
  });
});

describe("the recorder's loader of TypeScript", () => {
  const facts = { recorderScripts: ['/dist/bootloader.cjs', '/app/strip-loader.cjs'] };
  const withLoader = (stacks: readonly string[]): Profile => {
    const profile = profileFromStacks(stacks, { facts });
    const names: Record<string, string> = { '/app/loader.js': '/app/strip-loader.cjs', '/app/run.js': 'node:run' };
    return { ...profile, scripts: profile.scripts.map(({ url }) => ({ url: names[url] ?? url })) };
  };
  const stacks = ['run:1', 'loader:2', 'loader:2 > run:3', '(idle)', 'run:2', '(idle)', 'run:2', 'main:2', '(idle)'];
  const lengths = (loadedAt?: number): readonly unknown[] => {
    const { quality, lines } = analysisOfProfile(excludeRecorder(withLoader(stacks), loadedAt));
    return [quality.duration, quality.idleTime, quality.activeTime, lines.selfTime.reduce((a, b) => a + b, 0)];
  };

  it('is loaded before the program begins', () => {
    assert.deepEqual(lengths(), [6000, 3000, 3000, 3000]);
  });

  it('takes nothing of what --require has run before', () => {
    assert.deepEqual(selfTimes(withLoader(['main:2', 'run:1', 'loader:2', '(idle)', 'main:2'])), {
      ...{ main: 2, run: 1, '(idle)': 2 },
    });
  });

  it('has Node wait for the files of the program, until the last of them is compiled', () => {
    assert.deepEqual(lengths(6000), [3000, 1000, 2000, 2000]);
    assert.deepEqual(lengths(20_000), [2000, 1000, 1000, 1000]);
  });
});

describe("the recorder's own thread", () => {
  it('has loaded what the program begins with before it pauses', () => {
    const thread = (id: number, startUs: number, script = '/app/main.ts') => ({
      ...({ id, kind: 'worker', name: '', pid: 7, recorded: true, script, startUs } as const),
    });
    const of = (durations: readonly number[]): number | undefined => {
      const main = profileFromStacks(['main:2'], { facts: { thread: thread(1, 1000) } });
      const facts = { thread: thread(2, 5000, 'node:internal/modules/esm/worker'), recorderScripts: ['/app/hooks.js'] };
      const stacks = ['(idle)', 'hooks:2', '(idle)', 'hooks:2', '(idle)'];
      return loadedAt([main, profileFromStacks(stacks, { durations, facts })], main);
    };
    assert.equal(of([100, 2000, 30_000, 3000, 500]), 39_100);
    // It waits for what the program imports later.
    assert.equal(of([100, 2000, 3_000_000, 3000, 500]), 6100);
    const alone = profileFromStacks(['main:2'], { facts: { thread: thread(1, 1000) } });
    assert.equal(loadedAt([alone], alone), undefined);
  });
});

describe("the recorder's own scripts", () => {
  it('are told by their path and by its url', () => {
    assert.ok(isRecorderScript('/dist/boot loader.cjs', ['/dist/boot loader.cjs']));
    assert.ok(isRecorderScript('file:///dist/boot%20loader.cjs', ['/dist/boot loader.cjs']));
  });

  it('may have a path that no url can hold', () => {
    assert.ok(!isRecorderScript('file:///a.js', ['/dist/\ud800.cjs']));
    assert.ok(isRecorderScript('/dist/\ud800.cjs', ['/dist/\ud800.cjs']));
  });
});
