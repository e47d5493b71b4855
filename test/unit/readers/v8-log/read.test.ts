import { strict as assert } from 'node:assert';
import { MAPPED_CODE, parseCopies } from '../../../../src/recording/mapped-code.ts';
import { FormatError } from '../../../../src/readers/format-error.ts';
import { findLineStarts, FrameKind, type Profile, ThrownOutBy, TickRepair, Tier } from '../../../../src/core/index.ts';
import { formatLineLengths } from '../../../../src/recording/line-starts.ts';
import { builtinLines, readText, smallLog, tickLines } from './log-text.ts';
import { codesOf, kindsOf, linesAt, pathOf, topsOf, wordsOf } from '../../../support/told.ts';

/** Stacks as `root > name from line:column(call)`, one for each sample. */
function stacksOf(profile: Profile): string[] {
  const { positions, samples, tree, frames } = profile;
  const place = (position = -1): string =>
    position < 0 ? '?' : `${positions.line[position]}:${positions.column[position]}`;
  const told = (node: number): string => `${frames.name[tree.frame[node]]} from ${place(tree.callPosition?.[node])}`;
  return Array.from(samples.node, (leaf) => pathOf(profile, leaf).map(told).join(' > '));
}
const read = (...lines: string[]): Promise<Profile> => readText([...smallLog, ...lines, ''].join('\n'));

describe('reading V8 logs', () => {
  it('unrolls what was inlined, with the call in the caller and the position in the callee', async () => {
    const profile = await read(...tickLines('0x9028', '0x9012'));
    assert.deepEqual(stacksOf(profile), ['outer from ? > inner from 2:9', 'outer from ?']);
    const { ticks, positions } = profile;
    const at = [...ticks.position].map((row) => `${positions.line[row]}:${positions.column[row]}`);
    assert.deepEqual(at, ['4:32', '2:2']);
    assert.deepEqual([...ticks.count], [1, 1]);
    assert.equal(ticks.time[0], 1000);
  });

  it('looks return addresses up before the call ends, but bytecode and the interrupted place where they are', async () => {
    // 0x9040 is where the call at 28 starts: as a return address it still belongs to the inlined code before it.
    const profile = await read(...tickLines('0x2004 < 0x9040', '0x6000 < 0x2004 < 0x1004'));
    assert.deepEqual(stacksOf(profile), [
      'outer from ? > inner from 2:9 > inner from 4:32',
      'outer from ? > inner from 2:9',
    ]);
  });

  /** Whether samples are less certain. */
  const lowOf = ({ samples, tree }: Profile): (number | undefined)[] =>
    Array.from(samples.node, (row) => tree.lowTier?.[row]);

  it('marks interpreted functions as less certain', async () => {
    assert.deepEqual(lowOf(await read(...tickLines('0x9012', '0x6000 < 0x1004'))), [0, 1]);
  });

  describe('with code behind the last position of a function, where rare and slow ways are', () => {
    /** Ticks in code of a tier: on lines 1 and 2 up to its return, then behind its end. */
    const readTier = (tier: string, ...ticks: string[]): Promise<Profile> =>
      read(
        `code-creation,JS,12,40,0xa000,1024,outer file:///a/b.js:1:15,0xa0,${tier}`,
        'code-source-info,0xa000,7,14,42,C16O21C160O30C200O40,,',
        ...ticks,
      );
    const linesOf = ({ samples, positions }: Profile): (string | undefined)[] =>
      Array.from(samples.position ?? [], (row) => `${positions.line[row]}:${positions.column[row]}`);

    for (const tier of ['+', "+'", '*', "o*'"]) {
      it(`takes it for what the same code did last, as a guess, in tier ${tier}`, async () => {
        const profile = await readTier(
          tier,
          'tick,0xa200,1000,0,0x0,0', // nothing was seen before: the last position
          'tick,0xa010,2000,0,0x0,0',
          'tick,0xa200,3000,0,0x0,0',
          'tick,0xa0a0,4000,0,0x0,0',
          'tick,0xa0e0,5000,0,0x0,0', // the function's return
          'tick,0x5004,6000,0,0x0,0,0xa011', // a builtin, called from the first line
          'tick,0xa200,7000,0,0x0,0',
        );
        const at = linesOf(profile);
        assert.deepEqual([at[1], at[2]], [at[1], at[1]]);
        assert.notEqual(at[0], at[1]);
        assert.deepEqual([at[0], at[6]], [at[4], at[1]]);
        assert.deepEqual(lowOf(profile), [1, 0, 1, 0, 0, 0, 1]);
      });
    }

    it('does so for what is called from there', async () => {
      const profile = await readTier('+', 'tick,0xa010,1000,0,0x0,0', 'tick,0x5004,2000,0,0x0,0,0xa210');
      const { node, position } = profile.samples;
      assert.equal(profile.tree.callPosition?.[node[1]], position?.[0]);
      assert.equal(profile.tree.lowTier?.[profile.tree.parent[node[1]]], 1);
    });

    it('does not take a call of another function for time of its own', async () => {
      const profile = await readTier('+', ...tickLines('0xa010', '0x2004 < 0xa0a1', '0xa200'));
      assert.equal(linesOf(profile)[2], linesOf(profile)[0]);
    });

    it('knows bytecode and builtins to be where they are', async () => {
      const profile = await readTier('~', 'tick,0x6000,1000,0,0x0,0,0xa010', 'tick,0x6000,2000,0,0x0,0,0xa200');
      assert.notEqual(linesOf(profile)[0], linesOf(profile)[1]);
    });
  });

  it('leaves time in a builtin that hides its caller at the call that is known, and names whom that calls', async () => {
    const profile = await read(
      ...tickLines('0x2000 < 0x1004, 0x6000 < 0x2004 < 0x1004, 0x5004 < 0x1004, 0x5004 < 0x1000, 0x5004 < 0x1000'),
    );
    const builtin = 'Array.prototype.sort';
    assert.deepEqual(stacksOf(profile).slice(2, 4), [
      `outer from ? > ${builtin} from 2:9`,
      `outer from ? > ${builtin} from 2:2`,
    ]);
    const { none, below, doubted } = TickRepair;
    assert.deepEqual([...(profile.ticks.repair ?? [])], [none, none, below, doubted]);
    const { within, time } = profile.builtins ?? assert.fail();
    const told = Array.from(within, (frame, i) => `${profile.frames.name[frame] ?? 'unknown'} ${time[i]}`);
    assert.deepEqual(told, ['inner 1000', 'unknown 1000']);
  });

  it('tells ticks in builtins from others, unless the frames were repaired', async () => {
    const ticks = [
      ...builtinLines({ '0x5100': 'LoadIC_Megamorphic', '0x5200': 'InterpreterEntryTrampoline' }),
      ...tickLines('0x1004', '0x5104 < 0x1004', '0x5204 < 0x1004', '0x5004 < 0x1004'),
    ];
    const withRepair = async (frameRepair: object): Promise<Profile> =>
      read(...ticks, `heatline,${JSON.stringify({ version: 1, frameRepair })}`);
    for (const profile of [await read(...ticks), await withRepair({ state: 'off', reason: 'setting' })]) {
      const { doubted, none } = TickRepair;
      assert.deepEqual([...(profile.ticks.repair ?? [])], [none, doubted, doubted]);
      assert.deepEqual([...profile.ticks.count], [2, 1, 1]);
      assert.equal(profile.ticks.position[2], -1);
      assert.equal(profile.frames.name[profile.tree.frame[profile.ticks.node[2]]], 'Array.prototype.sort');
    }
    const repaired = await withRepair({ state: 'on', samples: 4, mended: 1 });
    assert.equal(repaired.ticks.repair, undefined);
  });

  it('tells the time in builtins by their own names, where a script ran or called them', async () => {
    const profile = await read(
      ...builtinLines({ '0x5100': 'LoadIC_Megamorphic', '0x5200': 'InterpreterEntryTrampoline' }),
      ...tickLines('0x5104 < 0x9012, 0x5108 < 0x9012, 0x5004 < 0x9012, 0x9012, 0x5204 < 0x9012, 0x6004 < 0x1004'),
    );
    const { names, builtin, frame, position, time } = profile.builtins ?? assert.fail();
    const told = Array.from(builtin, (row, i) =>
      [names[row], profile.frames.name[frame[i]], profile.positions.line[position[i]], time[i]].join(' '),
    );
    assert.deepEqual(told, ['LoadIC_Megamorphic outer 2 2000', 'ArrayPrototypeSort outer 2 1000']);
    const sum = Array.from(profile.ticks.count).reduce((all, count) => all + count, 0);
    assert.equal(sum, 6, 'also the one that Array.prototype.sort has, which has no position');
    assert.equal(profile.ticks.position.filter((at) => at < 0).length, 1);
  });

  it('shows builtins under the names that programmers know, and hides machinery', async () => {
    const profile = await read(...tickLines('0x6001 < 0x5004 < 0x1004'));
    assert.deepEqual(stacksOf(profile), ['outer from ? > Array.prototype.sort from 2:9']);
    assert.deepEqual(kindsOf(profile), [FrameKind.native]);
    assert.equal(profile.ticks.node.length, 0, 'a builtin has no position of its own');
  });

  it('tells garbage collection, compiling, native code and the rest apart', async () => {
    const profile = await read(...tickLines('0x400010:1', '0x400010:3 < 0x1004', '0x400010:5 < 0x1004', '0x400010:6'));
    assert.deepEqual(stacksOf(profile), [
      '(garbage collector) from ?',
      'outer from ? > (compiling) from 2:9',
      'outer from ? > (native code) from 2:9',
      '(program) from ?',
    ]);
  });

  it("tells V8's microtask queue from what functions do with promises", async () => {
    const profile = await read(
      ...builtinLines({ '0x5100': 'RunMicrotasks', '0x5200': 'FulfillPromise', '0x5300': 'CompileLazy' }),
      ...tickLines('0x5104', '0x5204', '0x5304', '0x5104 < 0x1004', '0x5204 < 0x1004'),
    );
    assert.deepEqual(stacksOf(profile), [
      '(microtasks) from ?',
      '(microtasks) from ?',
      '(program) from ?',
      'outer from ? > (microtasks) from 2:9',
      'outer from ?',
    ]);
    assert.deepEqual(kindsOf(profile).slice(0, 2), [FrameKind.program, FrameKind.program]);
  });

  it("tells what the queue's own functions call, but not what those call that it resumes", async () => {
    const profile = await read(
      ...builtinLines({
        '0x5200': 'FulfillPromise',
        '0x5300': 'PromiseThenFinally',
        '0x5400': 'AsyncFunctionAwaitResolveClosure',
        '0x5500': 'ResumeGeneratorTrampoline',
        '0x5600': 'PromisePrototypeThen',
      }),
      ...tickLines('0x5204 < 0x5304', '0x5504 < 0x5404', '0x5204 < 0x5404', '0x5604 < 0x5304'),
    );
    assert.deepEqual(stacksOf(profile), [
      '(microtasks) from ?',
      '(microtasks) from ?',
      '(program) from ?',
      'Promise.prototype.then from ?',
    ]);
  });

  it('keeps the name by which programmers call a builtin', async () => {
    const profile = await read(
      ...builtinLines({ '0x5100': 'PromiseResolve' }),
      ...tickLines('0x5104', '0x5104 < 0x1004'),
    );
    assert.deepEqual(stacksOf(profile), ['Promise.resolve from ?', 'outer from ? > Promise.resolve from 2:9']);
  });

  it('names builtins that run in a copy of the binary’s code, of which the name of a script tells', async () => {
    const profile = await read(
      ...builtinLines({ '0x405100': 'LoadIC_Megamorphic' }),
      `code-creation,Script,10,40,0x3000,5,${MAPPED_CODE}400000-500000@0 7f0000005000-7f0000006000@5000:1:1,0xc0,~`,
      ...tickLines('0x7f0000005104 < 0x1004', '0x7f0000005204 < 0x1004'),
    );
    assert.deepEqual(profile.builtins?.names, ['LoadIC_Megamorphic', '(a builtin)']);
  });

  it('looks for copies among as many places as a binary may have', () => {
    const others = Array.from({ length: 62 }, () => '1000-2000@900000');
    const copy = ['400000-500000@0', '7f0000005000-7f0000006000@5000'];
    assert.equal(parseCopies([...others, ...copy].join(' ')).length, 1);
    assert.equal(parseCopies([...others, '1000-2000@900000', ...copy].join(' ')).length, 0);
  });

  it('doubts the queue only where a function may have called the builtin', async () => {
    const profile = await read(
      ...builtinLines({ '0x5100': 'RunMicrotasks', '0x5200': 'FulfillPromise' }),
      ...tickLines('0x5104', '0x5204'),
    );
    assert.deepEqual([...(profile.ticks.repair ?? [])], [TickRepair.doubted]);
    assert.deepEqual([...profile.ticks.count], [1]);
  });

  it('gives the wait before a tick in the idle state to idle time', async () => {
    const computing = tickLines(...Array<string>(5).fill('0x9012'));
    const profile = await read(...computing, 'tick,0x400010,90000,0,0x0,8', 'tick,0x9012,90400,0,0x0,0');
    const { start } = profile.samples;
    assert.deepEqual(topsOf(profile), [...Array<string>(5).fill('outer'), '(idle)', 'outer']);
    assert.ok(Math.abs(start[5] - 6070) < 20 && start[6] === 90_400, `${start[5]} ${start[6]}`);
  });

  it('follows code and functions that the garbage collector moves', async () => {
    const profile = await read(
      'code-move,0x2000,0x3000',
      'sfi-move,0xb0,0xc0',
      ...tickLines('0x6000 < 0x3004'),
      'code-creation,JS,10,40,0x2000,20,other file:///a/b.js:1:15,0xb0,~',
      'tick,0x6000,2000,0,0x0,0,0x2004',
      'tick,0x9028,3000,0,0x0,0',
    );
    assert.deepEqual(stacksOf(profile), ['inner from ?', 'other from ?', 'outer from ? > inner from 2:9']);
  });

  it('knows functions only by their label where the log has no source', async () => {
    const profile = await read(
      'code-creation,JS,10,40,0x7000,20,get size of it /with blank/c.js:12:5,0xd0,~',
      ...tickLines('0x6000 < 0x7004'),
    );
    const { positions, scripts } = profile;
    assert.deepEqual(topsOf(profile), ['get size of it']);
    const position = profile.frames.position[profile.tree.frame[profile.samples.node[0]]];
    assert.equal(scripts[positions.script[position]].url, '/with blank/c.js');
    assert.deepEqual([positions.line[position], positions.column[position]], [12, 4]);
  });

  it('unescapes sources of every width, finds their map, and counts lines as V8 does', async () => {
    const source = 'let a = "\\u20ac\\xe9"\\x2C b = "\\\\n";\\n//# sourceMappingURL=x.js.map\\n';
    const profile = await read(
      `script-source,8,/w.js,${source}`,
      'code-creation,Script,10,40,0x7000,20, /w.js:1:1,0xd0,~',
      'code-source-info,0x7000,8,0,50,C0O18,,',
      ...tickLines('0x6000 < 0x7004'),
    );
    const script = profile.scripts.find(({ url }) => url === '/w.js');
    assert.equal(script?.source, 'let a = "€é", b = "\\n";\n//# sourceMappingURL=x.js.map\n');
    assert.equal(script.sourceMapUrl, 'x.js.map');
    assert.equal(script.contentHash?.length, 64);
    assert.deepEqual(topsOf(profile), ['']);
  });

  it('takes lines from where vm.Script was told to count', async () => {
    const profile = await read(
      'script-source,8,/v.js,function f() {\\n}',
      'code-creation,JS,10,40,0x7000,20,f /v.js:101:11,0xd0,~',
      'code-source-info,0x7000,8,10,16,C0O15,,',
      ...tickLines('0x6000 < 0x7000'),
    );
    assert.equal(profile.positions.line[profile.ticks.position[0]], 102);
  });

  describe('without source text', () => {
    const text = 'function outer() {\n  return inner(1, 2);\n}\nfunction inner(a, b) { return a + b; }';
    const lines = formatLineLengths(findLineStarts(text), text.length);
    const noSource = smallLog.filter((line) => !line.startsWith('script-source'));
    const tick = 'tick,0x9028,1000,0,0x0,0';
    const note = (...scripts: object[]): string => `heatline,${JSON.stringify({ version: 1, scripts })}`;
    const readWithout = (...last: string[]): Promise<Profile> => readText([...noSource, tick, ...last, ''].join('\n'));

    it('takes lines from what the recorder noted of the script with that number', async () => {
      const url = 'file:///a/b.js';
      const wrong = { url, ids: [8], lines: formatLineLengths(findLineStarts('\n\n\n'), 90) };
      const profile = await readWithout(note(wrong, { url, ids: [5, 7], lines, contentHash: 'ff' }));
      const withSource = await read(tick);
      assert.deepEqual(profile.positions, withSource.positions);
      assert.deepEqual(profile.tree, withSource.tree);
      assert.deepEqual(profile.ticks, withSource.ticks);
      assert.deepEqual(wordsOf(profile.scripts, 'url', 'contentHash', 'source'), [`${url} ff undefined`]);
    });

    it('takes a text that is no file, its name and its map from there too', async () => {
      const sourceMap = '{"version":3}';
      const profile = await readWithout(note({ url: 'webpack://x/a.js', ids: [7], source: text, sourceMap }));
      assert.deepEqual(wordsOf(profile.scripts, 'url', 'source', 'sourceMap'), [`file:///a/b.js ${text} ${sourceMap}`]);
      const nameless = noSource.map((line) => line.replaceAll(' file:///a/b.js:', ' :'));
      const named = note({ url: 'webpack://x/a.js', ids: [7], source: text });
      const evaluated = await readText([...nameless, tick, named, ''].join('\n'));
      assert.deepEqual(wordsOf(evaluated.scripts, 'url', 'source'), [`webpack://x/a.js ${text}`]);
      assert.equal(evaluated.positions.line[evaluated.ticks.position[0]], 4);
    });

    it('knows functions, but not their lines, where nothing was noted', async () => {
      const broken = note({ url: 'file:///a/b.js', ids: [7], lines: '!' });
      for (const profile of [await readWithout(), await readWithout(broken)]) {
        assert.deepEqual(stacksOf(profile), ['outer from ? > inner from ?']);
        assert.deepEqual(new Set(profile.ticks.position), new Set([-1]));
        const { position, name } = profile.frames;
        const at = linesAt(profile, position).map((line, row) => `${name[row]} ${line}`);
        assert.deepEqual(at.filter((each) => !each.endsWith(' 0')).sort(), ['inner 4', 'outer 1']);
      }
    });
  });

  it('reports ticks that V8 dropped, and stacks that it cut', async () => {
    const deep = Array<string>(255).fill('0x1004').join(',');
    const profile = await read(`tick,0x6000,1000,0,0x0,0,overflow,${deep}`);
    assert.equal(profile.recording.reportedLost, 1);
    assert.deepEqual(codesOf(profile.recording.diagnostics), ['stacks-truncated']);
  });

  it('takes what the recorder noted from the last line, and CPU time by the clock script', async () => {
    const facts = {
      version: 1,
      sampler: 'v8log',
      program: '/a/b.js',
      requestedIntervalUs: 1000,
      scripts: [{ url: 'file:///a/b.js', contentHash: 'ff' }],
      cpuClock: {
        ...{ timesUs: [7_001_000, 7_005_000], cpuUs: [0, 2000], anchorUs: 7_000_100 },
        records: {
          timeUs: [7_001_000, 1000, 1000, 1000],
          cpuUs: [0, 1000, 1000, 0],
          ...{ states: 'RRRR', switches: [0, 0, 0, 0] },
        },
      },
    };
    const profile = await read(
      'code-creation,Script,10,100,0x8000,4, heatline:clock:1:1,0xe0,~',
      ...tickLines('0x9012', '0x9012', '0x9012', '0x9012'),
      `heatline,${JSON.stringify(facts)}`,
    );
    assert.equal(profile.recording.program, '/a/b.js');
    assert.equal(profile.scripts[0].contentHash, 'ff');
    assert.deepEqual([...(profile.samples.cpu ?? [])], [500, 500, 500, 500]);
    assert.equal(profile.ticks.cpu?.[0], 2000);
    assert.equal(profile.recording.cpuTime, 2000);
  });

  it('leaves a last line out that is still being written', async () => {
    const profile = await readText([...smallLog, 'tick,0x9012,1000,0,0x0,0', 'tick,0x9012,2000,0,0x'].join('\n'));
    assert.equal(profile.samples.node.length, 1);
    assert.deepEqual(profile.recording.diagnostics, []);
  });

  it('reads a log without any tick', async () => {
    const { node, start } = (await read()).samples;
    assert.deepEqual([node.length, start.length], [0, 1]);
  });

  it('tells the tier of each tick, none where V8 compiles, and how large and how often optimised a function is', async () => {
    const profile = await read(
      ...tickLines('0x1004', '0x9010', '0x9010:3 < 0x1004'),
      "code-creation,JS,13,3100,0xa000,256,outer file:///a/b.js:1:15,0xa0,o+'",
    );
    assert.deepEqual([...(profile.ticks.tier ?? [])], [Tier.interpreter, Tier.turbofan]);
    const outer = profile.frames.name.indexOf('outer');
    assert.deepEqual([profile.frames.optimised?.[outer], profile.frames.bytecode?.[outer]], [2, 20]);
  });
});

describe('what V8 throws out', () => {
  /** Lines of a real log, their addresses those of pieces of code below. */
  const left = (code: string, kind: string, reason: string): string =>
    `code-deopt,45958,1216,${code},-1,53,${kind},</app/a\\x2C b.js:3:14> inlined at </app/c.js:1:2>,${reason}`;
  const pieces = ['0xa000', '0xb000', '0xc000', '0xd000', '0xe000', '0xf000'];
  const readLeft = async (...lines: readonly string[]) => {
    const made = pieces.map((at) => `code-creation,JS,13,3100,${at},256,outer file:///a/b.js:1:15,0xa0,+'`);
    const { frames } = await read(...tickLines('0x1004', '0x2004'), ...made, ...lines);
    const [outer, inner] = ['outer', 'inner'].map((name) => frames.name.indexOf(name));
    assert.equal(frames.thrownOut?.[inner] ?? 0, 0);
    return [frames.thrownOut?.[outer], frames.thrownOutBy?.[outer]];
  };
  const { shape, smallInteger, constantField } = ThrownOutBy;

  it('is counted once for each piece of code, and told by the reasons of most', async () => {
    const [eager, field] = ['deopt-eager', 'dependent field type constness changed'];
    const most = [
      ...pieces.slice(0, 4).map((at) => left(at, eager, 'wrong map')),
      ...[left('0xa000', eager, 'Insufficient type feedback for call'), left('0xa000', eager, 'not a Smi')],
      ...[left('0xe000', 'dependency-change', field), left('0xf000', eager, 'hole')],
    ];
    assert.deepEqual(await readLeft(...most), [6, shape]);
    const two = [left('0xa000', eager, 'not a Smi'), left('0xb000', eager, 'wrong map')];
    assert.deepEqual(await readLeft(...two), [2, shape | smallInteger]);
    assert.deepEqual(await readLeft(left('0xa000', 'dependency-change', field)), [1, constantField]);
    const later = left('0xa000', eager, 'of a later V8');
    assert.deepEqual(await readLeft(later), [1, ThrownOutBy.other], 'not known yet');
  });

  it('is nothing where the reason says nothing about the program, and unknown where no line tells', async () => {
    const silent = [
      ...['prepare for on stack replacement (OSR)', "exit from OSR'd inner loop", 'First use of catch block'],
      ...['Insufficient type feedback for generic named access', '(unknown)'],
    ].map((reason, at) => left(pieces[at], 'deopt-eager', reason));
    const others = [left('0xa000', 'deopt-lazy', '(unknown)'), left('0xb000', 'of a later V8', 'wrong map')];
    const changed = ['embedded weak objects cleared', 'dependent allocation site tenuring changed'];
    const dependent = changed.map((reason) => left('0xc000', 'dependency-change', reason));
    assert.deepEqual(await readLeft(...silent, ...others, ...dependent), [0, 0]);
    assert.deepEqual(await readLeft(), [undefined, undefined]);
    assert.deepEqual(await readLeft(left('0x7', 'deopt-eager', 'wrong map')), [undefined, undefined]);
  });
});

describe('V8 logs that are none', () => {
  const rejects = (log: string | Buffer, pattern: RegExp): Promise<void> =>
    assert.rejects(readText(log), (error) => error instanceof FormatError && pattern.test(error.message));

  it('refuses empty and foreign files', async () => {
    await rejects('', /is empty/);
    await rejects('{"nodes":[]}\n', /does not begin as a V8 log/);
    await rejects(Buffer.from([0, 1, 2, 10, 255, 254]), /does not begin as a V8 log/);
  });

  it('refuses a log of broken lines, and counts a few', async () => {
    await rejects(`v8-version,1,2,3,4,,0\n${'tick,zz,1,2,3\n'.repeat(9)}`, /9 of its 10 lines/);
    const profile = await read('tick,0x90', 'code-sourtick,1', 'tick,0x9012,1000,0,0x0,0');
    assert.equal(profile.samples.node.length, 1);
    assert.deepEqual(codesOf(profile.recording.diagnostics), ['v8-log-broken-lines']);
  });

  it('takes no time from a line whose time is no number', async () => {
    const clock = 'code-creation,Script,10,1z0,0x8000,4, heatline:clock:1:1,0xe0,~';
    const facts = { version: 1, cpuClock: { timesUs: [7_001_000, 7_003_000], cpuUs: [0, 2000], anchorUs: 7_000_100 } };
    const profile = await read(clock, 'tick,0x9012,1000,0,0x0,0', `heatline,${JSON.stringify(facts)}`);
    assert.ok(profile.recording.duration >= 0, String(profile.recording.duration));
    assert.ok(profile.recording.diagnostics.some(({ code }) => code === 'v8-log-broken-lines'));
  });

  it('says when several threads wrote into one log', async () => {
    const profile = await read('v8-version,12,4,254,21,-node.57,0');
    assert.deepEqual(codesOf(profile.recording.diagnostics), ['v8-log-shared']);
  });

  it('survives tables that make no sense', async () => {
    const inlined = ['C0O1I99,F0O1I0,S0xb0', 'C0O1I0,F0O1I0,S0xb0', 'C0O1I0,F9O1,'];
    const tables = [...inlined, 'C9O1C0O2,,', 'Q0,,', 'C0O99999999999999999,,', 'C0O5000,,'];
    for (const table of tables) {
      const profile = await read(`code-source-info,0x9000,7,14,43,${table}`, 'tick,0x9012,1000,0,0x0,0');
      assert.equal(profile.samples.node.length, 1, table);
    }
  });
});
