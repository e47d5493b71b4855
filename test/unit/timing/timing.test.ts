import assert from 'node:assert/strict';
import vm from 'node:vm';
import { CallClock } from '../../../src/timing/call-clock.ts';
import { CLOCK_KEY, unmark } from '../../../src/timing/instrument.ts';
import { timeScript } from '../../../src/timing/time-script.ts';
import type { UntimedFunction } from '../../../src/recording/timing.ts';

const FILE = '/app/main.js';

/** A clock on which a reading takes 1 ms, and the program what it says. */
const [tick, ticking] = (() => {
  let time = 0;
  return [(ms: number): number => (time += ms), () => new CallClock(() => (time += 1))];
})();

/** What a script gives as `result`, plain and with its functions timed, and what was measured. */
async function run(text: string, functions: readonly string[] = [], clock = new CallClock()) {
  const untimed: UntimedFunction[] = [];
  const settings = { folder: '', functions, roots: ['/app'], countOnly: false };
  const timed = timeScript(text, FILE, 'body', settings, (each) => untimed.push(each));
  assert.equal(timed.split('\n').length, text.split('\n').length + (timed === text ? 0 : 1), 'no line moves');
  const evaluate = async (code: string, key: object): Promise<unknown> => {
    const globals = { ...key, result: undefined as unknown, setImmediate, setTimeout, performance, tick };
    vm.runInNewContext(code, globals);
    // Plain values of another realm.
    return JSON.parse(JSON.stringify((await globals.result) ?? null));
  };
  const result = await evaluate(timed, { [CLOCK_KEY]: clock });
  const script = timeScript(text, FILE, 'script', settings, () => undefined);
  for (const each of [text, script])
    assert.deepEqual(result, await evaluate(each, { [CLOCK_KEY]: new CallClock() }), each);
  const { functions: measured, path } = clock.describe();
  return {
    result,
    untimed,
    counts: Object.fromEntries(measured.map(({ name, count }) => [name, count])),
    of: (name: string) => measured.find((each) => each.name === name),
    path: path.map(({ name, depth }) => `${'>'.repeat(depth)}${name}`),
  };
}

describe('timed functions', () => {
  const programs: Readonly<Record<string, readonly [text: string, counts: Readonly<Record<string, number>>]>> = {
    'declarations, expressions and arrows': [
      'function a(n) { return n } const b = function () { return a(1) }; const c = (n) => n + b(), d = n => ({ n }); result = [a(2), c(3), d(4)]',
      { a: 2, b: 1, c: 1, d: 1 },
    ],
    'classes: constructors, methods, accessors, private and static ones, fields': [
      'class A { #x = 1; f = () => this.#x; get v() { return this.#p() } set v(x) { this.#x = x } #p() { return this.#x } static s() { return new this() } } class B extends A { constructor() { super(); return } } const b = B.s(); b.v = 5; result = [b.v, b.f(), b instanceof B]',
      { 'A.f': 1, 'get A.v': 1, 'set A.v': 1, 'A.#p': 1, 'A.s': 1, 'new B': 1 },
    ],
    'classes as esbuild makes them': [
      'const _A = class _A { static one = _A.of(1); static of(n) { return n } }; let A = _A; class _B { m() {} } new _B().m(); result = A.of(2)',
      { 'A.of': 2, '_B.m': 1 },
    ],
    'this, arguments, new.target, default values and rest': [
      'function F(a = () => 7, ...rest) { this.is = new.target === F; this.n = arguments.length + rest.length; this.a = a() } const o = new F(undefined, 1, 2); result = o',
      { F: 1, a: 1 },
    ],
    'statements without semicolons that begin with await and yield': [
      'function note(x) { return x }\nasync function waits() {\n  note(1)\n  await null\n  return 5\n}\nfunction* gives() {\n  note(2)\n  yield 1\n}\nresult = Promise.all([waits(), [...gives()]])',
      { note: 2, waits: 1, gives: 1 },
    ],
    'a global object of its own name': [
      'var globalThis = typeof globalThis === "undefined" ? this : globalThis; function f() { return 1 } result = f()',
      { f: 1 },
    ],
    'hoisted functions, directives and shadowed names': [
      '"use strict"; function outer(x) { "use strict"; return inner(); function inner() { var y = x; { let y = 2; } return [y, this === undefined] } } result = outer(3)',
      { outer: 1, inner: 1 },
    ],
    'ways out: nested returns, loops with labels, finally': [
      'function f(n) { out: for (const i of [1, 2, 3]) { try { if (i === n) return i * 10; continue out } finally { if (i === 3) return -1 } } } result = [f(1), f(3), f(9)]',
      { f: 3 },
    ],
    'code without semicolons': [
      'const f = x => x\nconst g = async x => await f(x)\nfunction h() {\n  return\n}\nresult = (async () => [await g(1), f(2), h() === undefined])()',
      { f: 2, g: 1, h: 1 },
    ],
    'generators that are left early, resumed with values, and delegate': [
      'function* g() { const x = yield 1; yield* [x, 2]; return 3 } const i = g(); result = [i.next(), i.next(5), i.next(), i.next(), [...g()].length]; for (const y of g()) break',
      { g: 3 },
    ],
    'async generators and for await': [
      'async function* g() { yield 1; const x = await 2; yield x } async function sum() { let s = 0; for await (const x of g()) s += x; return s } result = sum()',
      { g: 1, sum: 1 },
    ],
    'keywords right before brackets': [
      'async function f(x) { return await(x) } function* g() { yield(1); yield[2] } async function h() { let s = 0; for await (const x of[1, 2]) s += x; return s } result = (async () => [await f(3), [...g()], await h()])()',
      { f: 1, g: 1, h: 1 },
    ],
    'beside names of the language': [
      'class Symbol {} var Buffer = 1, performance = 2; function f() { return 4 } result = f()',
      { f: 1 },
    ],
    'functions in blocks': [
      'function f() { function g() { return 1 } { function g() { return 2 } } return g() } result = f()',
      { g: 1 },
    ],
    'text that looks like the name of a source map': [
      'const f = () => `\n//# sourceMappingURL=a.map\n`; result = f()',
      { f: 1 },
    ],
    'what stands alone in a file': [
      '(result => { globalThis.result = 0 })(); module = { exports: { parse(s) { return s }, other: () => 1 } }; result = module.exports.parse("a")',
      { parse: 1 },
    ],
    'what a caller catches': [
      'function boom() { throw new RangeError("no") } function calls() { try { boom() } catch (e) { return e.message + e.constructor.name } } result = calls()',
      { boom: 1, calls: 1 },
    ],
    'names of properties and prototypes': [
      'const o = { m() { return 1 }, get p() { return 2 }, "q-r": function () { return 3 }, ["c"]: () => 4 }; function P() {} P.prototype.z = function () { return 5 }; result = [o.m(), o.p, o["q-r"](), o.c(), new P().z()]',
      { m: 1, 'get p': 1, 'q-r': 1, c: 1, P: 1, 'P.z': 1 },
    ],
  };
  for (const [what, [text, counts]] of Object.entries(programs))
    it(`do what they did: ${what}`, async () => {
      assert.deepEqual((await run(text)).counts, counts);
    });

  it('are counted with their exceptions, and those of a promise', async () => {
    const text =
      'function f(n) { if (n > 1) throw n; return n } async function a() { await null; f(3) } for (const n of [1, 2]) try { f(n) } catch {} result = a().catch((e) => e)';
    const { of } = await run(text);
    assert.deepEqual([of('f')?.count, of('f')?.thrown, of('a')?.count, of('a')?.thrown], [3, 2, 1, 1]);
  });

  it('are in the path in the order in which they began, each below its caller, which does not wait for it', async () => {
    const text =
      'const leaf = () => 1; const mid = () => leaf() + leaf(); async function later() { mid(); await null; leaf() } const all = async () => { await Promise.all([later(), later()]) }; result = all()';
    const { path } = await run(text);
    const first = ['all', '>later', '>>mid', '>>>leaf', '>>>leaf'];
    assert.deepEqual(path, [...first, ...first.slice(1), '>>leaf', '>>leaf']);
  });

  it('have a time that holds those of what they call, and a self time that does not', async () => {
    const spin = 'for (let i = 0, x = 1; i < 3e5; i++) x = Math.sqrt(x + i);';
    const { of } = await run(`function outer() { inner(); inner(); } function inner() { ${spin} } result = outer()`);
    const [outer, inner] = [of('outer'), of('inner')];
    assert.ok(outer && inner);
    assert.ok(outer.totalMs >= inner.totalMs);
    assert.ok(Math.abs(outer.selfMs + inner.totalMs - outer.totalMs) < 1e-3);
    assert.equal(inner.selfMs, inner.totalMs);
    assert.ok(inner.minMs !== null && inner.minMs <= inner.maxMs);
    assert.equal(inner.slowest[0].durationMs, inner.maxMs);
    assert.ok(inner.slowest.every(({ from }) => from === 'outer') && inner.slowest.length === 2);
  });

  it('of an async function that returns a promise, until that settled, and how', async () => {
    const text =
      'const later = (fails) => new Promise((done, failed) => setImmediate(fails ? failed : done)); async function f(fails) { return later(fails) } result = f(0).then(() => f(1)).catch(() => 1)';
    const { of } = await run(text);
    const f = of('f');
    assert.ok(f && f.untilReturnMs < f.totalMs);
    assert.deepEqual([f.count, f.ended, f.thrown], [2, 2, 1]);
  });

  it('have no part in what they wait for: for await, a promise that fails, an async generator that returns one', async () => {
    const spin = 'for (let i = 0, x = 1; i < 3e5; i++) x = Math.sqrt(x + i);';
    const text = `const wait = () => new Promise((done) => setImmediate(done)); const other = () => { ${spin} };
      async function* two() { yield 1; yield 2; return wait(); }
      async function each() { for await (const x of two()) { await wait(); inside(); } }
      async function fails() { try { await Promise.reject(1) } catch { inside() } }
      function inside() { return 1 }
      result = Promise.all([each(), fails(), wait().then(other).then(wait).then(other)]);`;
    const { path, of } = await run(text, ['each', 'two', 'fails', 'inside', 'other']);
    const steps = path.filter((step) => /inside|other/.test(step)).sort();
    assert.deepEqual(steps, ['>inside', '>inside', '>inside', 'other', 'other']);
    assert.equal(of('each')?.ended, 1);
  });

  it('that are generators and left where they gave a value did not throw', async () => {
    const { of } = await run('function* g() { yield 1; yield 2 } for (const x of g()) break; result = 1');
    assert.deepEqual([of('g')?.ended, of('g')?.thrown], [1, 0]);
  });

  it('of which one is inside another of the same function have their time once in the total', async () => {
    const { of } = await run(
      'function down(n) { for (let i = 0; i < 1e5; i++); if (n > 0) down(n - 1) } result = down(20)',
    );
    const down = of('down');
    assert.ok(down && down.totalMs <= down.maxMs + 1e-3 && down.sumMs > down.totalMs);
  });

  it('that have not ended have a beginning', () => {
    const clock = new CallClock();
    clock.script([{ name: 'f', file: FILE, line: 1, column: 0, kind: 'sync' }]).begin(0);
    const [step] = clock.describe().path;
    assert.ok(step.durationMs === -1 && step.startMs > 0);
  });

  it('of an async function, until it gave its promise and until that settled', async () => {
    const { of } = await run(
      'async function f() { await new Promise((done) => setImmediate(done)); return 1 } result = f()',
    );
    const f = of('f');
    assert.ok(f && f.untilReturnMs > 0 && f.untilReturnMs < f.totalMs && f.selfMs < f.totalMs);
  });

  it('that are too short for the clock are counted to the last call', async () => {
    const { of } = await run(
      'function tiny(n) { return n + 1 } let n = 0; for (let i = 0; i < 2e5; i++) n = tiny(n); result = n',
    );
    assert.equal(of('tiny')?.count, 2e5);
  });

  it('have their own text, also where V8 ends it before the last mark', () => {
    const texts = ['(n) => g(n - 1)', 'function f(n) { return n }', 'async (n) => { await n; return n }'];
    for (const own of texts) {
      const settings = { folder: '', functions: [], roots: ['/app'], countOnly: false };
      const timed = timeScript(`var f = ${own};`, FILE, 'script', settings, () => undefined);
      const f: unknown = vm.runInNewContext(`${timed}\nf`, { [CLOCK_KEY]: new CallClock() });
      assert.notEqual(String(f), own);
      assert.equal(unmark(String(f)), own);
    }
  });

  it('are timed on after the stack was full', async () => {
    const text =
      'function deep(n) { return n === 0 ? 0 : 1 + deep(n - 1) } let full = 0; ' +
      'for (let i = 0; i < 40; i++) try { deep(1e6) } catch { full++ } result = [full, deep(3)]';
    const { counts } = await run(text);
    assert.ok(counts.deep > 40_000, String(counts.deep));
  });

  it('are counted to the last call, also beyond 32 bits', () => {
    const clock = new CallClock();
    const script = clock.script([{ name: 'f', file: FILE, line: 1, column: 0, kind: 'sync' }]);
    const call = (): void => {
      const begun = script.counts[0] < 0 ? script.begin(0) : script.counts[0]++;
      if (typeof begun === 'object') script.end(0, begun, 1);
    };
    for (let i = 0; i < 20_000; i++) call();
    const [{ isShort, count }] = clock.describe().functions;
    assert.deepEqual([isShort, count], [true, 20_000]);
    const skipped = 2 ** 31 - 3 - script.counts[0];
    script.counts[0] += skipped;
    for (let i = 1; i <= 10; i++) {
      call();
      assert.equal(clock.describe().functions[0].count, 20_000 + skipped + i);
    }
  });

  const noisy: readonly (readonly [each: number, took: number, isShort: boolean])[] = [
    // Interrupts, and a machine that other programs use.
    [50, 5, true],
    [1000, 500, true],
    // What a cache does not have.
    [1000, 500_000, false],
    [100, 500, false],
    [10, 5, false],
  ];
  for (const [each, took, isShort] of noisy)
    it(`of which one of ${each} takes ${took} readings of the clock are ${isShort ? 'too short' : 'timed'}`, async () => {
      const text = `function tiny(n) { if (n % ${each} === 0) tick(${took}) } for (let i = 0; i < 2e4; i++) tiny(i); result = 0`;
      const tiny = (await run(text, [], ticking())).of('tiny');
      assert.deepEqual([tiny?.isShort, tiny?.count], [isShort, 2e4]);
    });

  it('that are recursive are as short as their own work', async () => {
    const text = 'function fib(n) { tick(0.5); return n < 2 ? n : fib(n - 1) + fib(n - 2) } result = fib(20)';
    const fib = (await run(text, [], ticking())).of('fib');
    assert.deepEqual([fib?.isShort, fib?.count], [true, 21891]);
  });

  it('are left alone where a try block would change what names mean, and are told', async () => {
    const { counts, untimed } = await run(
      'function f() { var x; function x() {} return typeof x } function g(y) { function y() {} return typeof y } result = [f(), g(1)]',
    );
    assert.deepEqual(counts, {});
    assert.deepEqual(untimed, [
      { name: 'f', file: FILE, line: 1 },
      { name: 'g', file: FILE, line: 1 },
    ]);
  });

  const asked: readonly (readonly [functions: readonly string[], found: readonly string[]])[] = [
    [['parse'], ['A.parse', 'parse']],
    [['A.parse'], ['A.parse']],
    [['par*'], ['A.parse', 'parse', 'parts']],
    [
      ['A.*', 'parts'],
      ['A.parse', 'parts'],
    ],
    [['main.js:2'], ['parse']],
    [['./main.js:4', 'main.js:7'], ['inner']],
    [['other.js:2', '(', '[a'], []],
  ];
  for (const [functions, found] of asked)
    it(`are found by ${functions.join(' and ')}`, async () => {
      const text =
        'class A { parse() {} }\nfunction parse() {}\nfunction parts() { return (function inner() {\n})() }\nnew A().parse(); parse(); parts(); result = 0';
      const { counts } = await run(text, functions);
      assert.deepEqual(Object.keys(counts).sort(), [...found].sort());
    });

  it('of dependencies, of other folders, and of what is no JavaScript are left alone, but for a folder that was named', () => {
    const isTimed = (file: string, root = '/app', text = 'function f() {}'): boolean =>
      timeScript(
        text,
        file,
        'script',
        { folder: '', functions: [], roots: [root], countOnly: false },
        () => undefined,
      ) !== text;
    const dependency = '/app/node_modules/x';
    for (const file of [`${dependency}/index.js`, '/application/x.js', 'node:internal/x'])
      assert.ok(!isTimed(file), file);
    for (const text of ['function f( {', '']) assert.ok(!isTimed(FILE, '/app', text), text);
    assert.ok(isTimed(`${dependency}/index.js`, dependency));
    assert.ok(!isTimed(`${dependency}/node_modules/y/index.js`, dependency));
  });
});
