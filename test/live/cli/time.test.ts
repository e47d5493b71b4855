import assert from 'node:assert/strict';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { nodeBinary, nodeMajors, outerNodeMajors } from '../../support/nodes.ts';
import { wordsOf } from '../../support/told.ts';
import { useCommandLine } from './command-line.ts';

interface Timing {
  readonly kind: string;
  readonly functions: readonly (Readonly<Record<'name' | 'file', string>> &
    Readonly<Record<'line' | 'count' | 'minMs' | 'medianMs' | 'maxMs', number>>)[];
  readonly path: readonly { readonly name: string; readonly durationMs: number; readonly depth: number }[];
  readonly pathIsComplete: boolean;
}

/** Calls of 100, 1, 100, 500, 1, 100, 1, 50 and 50 ms, each measured by itself as well. */
const MIXED = `
const measured = [];
function spin(ms) { const began = performance.now(); let now; while ((now = performance.now()) < began + ms); measured.push(now - began); }
function m100() { spin(100); }
function m1() { spin(1); }
function m50() { spin(50); }
function m500() { spin(500); }
m100(); m1(); m100(); m500(); m1(); m100(); m1(); m50(); m50();
console.log(JSON.stringify(measured));
`;

describe('heatline time', () => {
  const cli = useCommandLine();
  const timingOf = (name = 'a.json'): Timing => cli.readJson<Timing>(name);

  for (const major of nodeMajors)
    it(`times calls, from the first to the last, in their order, on Node ${major}`, async () => {
      cli.write('mixed.js', MIXED);
      const options = ['--runtime', await nodeBinary(major), '--function', 'm*', '--json', 'a.json'];
      const { stdout } = await cli.succeed(['time', ...options, 'mixed.js']);
      const measured = JSON.parse(stdout) as number[];
      const { kind, functions, path: steps, pathIsComplete } = timingOf();
      assert.deepEqual([kind, pathIsComplete], ['time', true]);
      const told = wordsOf(functions, 'name', 'count', 'line');
      assert.deepEqual(told.sort(), ['m1 3 5', 'm100 3 4', 'm50 2 6', 'm500 1 7']);
      const order = 'm100 0, m1 0, m100 0, m500 0, m1 0, m100 0, m1 0, m50 0, m50 0';
      assert.equal(wordsOf(steps, 'name', 'depth').join(', '), order);
      // Each holds what it measured of itself; what a busy machine adds can be between.
      for (const [i, { durationMs }] of steps.entries())
        assert.ok(durationMs >= measured[i] - 0.001, `${i}: ${durationMs}`);
      for (const { name, minMs, medianMs, maxMs } of functions) assert.ok(minMs <= medianMs && medianMs <= maxMs, name);
    });

  for (const major of nodeMajors)
    it(`times modules, TypeScript, workers and children, on Node ${major}`, async () => {
      cli.write('package.json', '{"type":"module"}');
      cli.write(
        'lib.ts',
        'enum Kind { A = 7 }\nexport class Box<T> {\n  constructor(readonly item: T) {}\n  get(): T { return this.item; }\n}\nexport const kind = (): Kind => Kind.A;\n',
      );
      cli.write('work.mjs', 'export function half(n) { return n / 2; }\nhalf(4);\n');
      cli.write(
        'main.ts',
        `import { Worker } from 'node:worker_threads';
import { execFileSync } from 'node:child_process';
import { Box, kind } from './lib.ts';
console.log(new Box(kind()).get());
new Worker(new URL('./work.mjs', import.meta.url));
execFileSync(process.execPath, ['work.mjs']);
`,
      );
      const options = ['--runtime', await nodeBinary(major), '--json', 'a.json'];
      const { stdout } = await cli.succeed(['time', ...options, 'main.ts']);
      assert.equal(stdout, '7\n');
      const found = timingOf().functions.map(({ name, file, line, count }) => [name, path.basename(file), line, count]);
      assert.deepEqual(found.sort(), [
        ['Box.get', 'lib.ts', 4, 1],
        ['half', 'work.mjs', 1, 2],
        ['kind', 'lib.ts', 6, 1],
        ['new Box', 'lib.ts', 3, 1],
      ]);
    });

  it('times modules that call each other before their first statement, also where Node takes them for CommonJS', async () => {
    cli.write('package.json', '{}');
    cli.write('main.js', "console.log(require('./a.js').a(3));\n");
    cli.write('a.js', "import { b } from './b.js';\nexport function a(n) { return n <= 0 ? 0 : b(n - 1) + 1; }\n");
    cli.write('b.js', "import { a } from './a.js';\nexport function b(n) { return n; }\nconsole.log(a(3));\n");
    const options = ['--runtime', await nodeBinary(26), '--json', 'a.json'];
    const { stdout } = await cli.succeed(['time', ...options, 'main.js']);
    assert.equal(stdout, '3\n3\n');
    assert.deepEqual(wordsOf(timingOf().functions, 'name', 'count').sort(), ['a 2', 'b 2']);
  });

  it('counts a hundred million calls that are too short to time, to the last one', async () => {
    const next = 'function next(n) { return n + 1; }\nlet n = 0;\n';
    cli.write('mass.js', `${next}for (let i = 0; i < 1e8; i++) n = next(n);\nconsole.log(n);\n`);
    const { stdout, stderr } = await cli.succeed(['time', '--function', 'next', '--json', 'a.json', 'mass.js']);
    assert.equal(stdout, '100000000\n');
    assert.match(stderr, /100,000,000 .*next {2,}mass\.js:1/);
    assert.equal(timingOf().functions[0].count, 1e8);
  });

  it('keeps exit codes and errors of the program, and shows its recording again', async () => {
    const text = 'function f() { throw new Error("broken"); }';
    cli.write('fails.js', `${text}\nconsole.log(String(f));\nf();\n`);
    const { code, stdout, stderr } = await cli.run(['time', 'fails.js']);
    assert.deepEqual([code, stdout], [1, `${text}\n`]);
    assert.match(stderr, /Error: broken\n {4}at f \(.*fails\.js:1:22\)\n/);
    const kept = `.heatline/${cli.kept().find((name) => name.endsWith('.calls.json'))}`;
    const shown = await cli.succeed(['show', '--flamegraph', 'order.html', kept]);
    const header = /data-name="header"[^>]*>([^<]*)</.exec(cli.read('order.html'))?.[1] ?? '';
    assert.match(inflateRawSync(Buffer.from(header, 'base64')).toString(), /"functionNames":\[[^\]]*"f"/);
    assert.match(shown.stdout, /1 .* f {2,}fails\.js:1\n[^]*1 call ended by an exception/);
  });

  it('reports what was timed until the program is stopped', async () => {
    cli.write('serve.js', 'function turn() {}\nturn();\nsetInterval(turn, 5);\nconsole.log("ready");\n');
    const running = cli.start(['time', 'serve.js']);
    await running.until('stdout', 'ready');
    running.press();
    const { code, stderr } = await running.ended;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /\d .* turn {2,}serve\.js:1/);
  });

  for (const major of outerNodeMajors)
    it(`has what a thread that is terminated, or a child that is killed, measured before it gave its results, on Node ${major}`, async () => {
      const work = 'function half(n) { return n / 2; }\nfor (let i = 0; i < 20; i++) half(i);\n';
      const stay = 'setInterval(() => {}, 1000);';
      cli.write('thread.js', `${work}require('worker_threads').parentPort.postMessage(1);\n${stay}`);
      cli.write('child.js', `${work}process.send(1);\n${stay}`);
      cli.write(
        'main.js',
        `const worker = new (require('worker_threads').Worker)('./thread.js');
worker.on('message', () => worker.terminate());
const child = require('child_process').fork('./child.js');
child.on('message', () => child.kill('SIGKILL'));`,
      );
      const options = ['--runtime', await nodeBinary(major), '--function', 'half', '--json', 'a.json'];
      for (const command of ['time', 'count']) {
        await cli.succeed([command, ...options, 'main.js']);
        const found = wordsOf(timingOf().functions, 'name', 'count').sort();
        assert.deepEqual(found, ['half 20', 'half 20'], command);
      }
    });

  it('times the functions of the file that it was given, wherever that is', async () => {
    const file = cli.write('elsewhere/calls.js', 'function f() {}\nf();\n');
    cli.write('here/none.txt', '');
    await cli.succeed(['time', '--function', 'f', '--cwd', 'here', '--json', 'a.json', file]);
    assert.deepEqual(wordsOf(timingOf().functions, 'name', 'count'), ['f 1']);
  });

  it('says in a sentence why nothing was timed', async () => {
    cli.write('killed.js', 'process.kill(process.pid, "SIGKILL");');
    const killed = await cli.run(['time', 'killed.js']);
    assert.equal(killed.code, 2);
    assert.match(killed.stderr, /No call was timed or counted: the program was killed by SIGKILL\./);
    cli.write('calls.js', 'function f() {}\nf();\n');
    const { stderr } = await cli.succeed(['time', '--function', 'g', 'calls.js']);
    assert.match(stderr, /No function that was to be timed was called/);
    const one = await cli.succeed(['time', '--function', 'f,g', 'calls.js']);
    assert.match(one.stderr, /Not called: g\./);
    cli.write('cut.calls.json', '{"timedCalls":{"version":1,"threads":[{');
    const cut = await cli.run(['show', 'cut.calls.json']);
    assert.match(cut.stderr, /^heatline: \/.*cut\.calls\.json cannot be read: it ends early/);
  });
});
