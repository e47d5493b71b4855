import assert from 'node:assert/strict';
import path from 'node:path';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';
import { wordsOf } from '../../support/told.ts';
import { useCommandLine } from './command-line.ts';

interface Counted {
  readonly kind: string;
  readonly functions: readonly (Readonly<Record<'name' | 'file', string>> &
    Readonly<Record<'line' | 'count', number>> & { readonly totalMs: null })[];
}

/** Functions of every kind, in seven rounds. */
const KINDS = `const key = 'computed';
class Box {
  #hidden() {}
  static make() { return new Box(); }
  get area() { return this.#hidden(); }
  [key]() {}
  'quoted (name'() {}
  1.5() {}
  async later() { await 0; await 0; }
  *pieces() { yield 1; yield 2; }
}
class Own { constructor() { this.x = 1; } field = () => this.x; }
const arrow = async x => { await 0; await 0; return x; };
const outer = a => b => a + b;
function deep(n) { if (n > 0) deep(n - 1); }
function never() {}
const whole = require('vm').runInThisContext('const inVm = n => n + 1; inVm', { filename: __dirname + '/whole.js' });
(async function main() {
  for (let i = 0; i < 7; i++) {
    const box = Box.make();
    box.area; box.computed(); box['quoted (name'](); box[1.5](); [...box.pieces()]; whole(i); deep(4);
    new Own().field(); outer(1)(2);
    await box.later(); await arrow(i);
  }
  process.exit(3);
})();
`;

describe('heatline count', () => {
  const cli = useCommandLine();
  const counted = (name = 'a.json'): Counted => cli.readJson<Counted>(name);

  for (const major of nodeMajors)
    it(`counts functions of every kind, also where they wait, yield or are a whole script, on Node ${major}`, async () => {
      cli.write('kinds.cjs', KINDS);
      const { code } = await cli.run(['count', '--runtime', await nodeBinary(major), '--json', 'a.json', 'kinds.cjs']);
      assert.equal(code, 3);
      const found = counted().functions.map(
        ({ name, file, line, count }) => `${path.basename(file)}:${line} ${name} ${count}`,
      );
      assert.deepEqual(found.sort(), [
        'kinds.cjs:10 Box.pieces 7',
        'kinds.cjs:12 Own.field 7',
        'kinds.cjs:12 new Own 7',
        'kinds.cjs:13 arrow 7',
        'kinds.cjs:14 outer 7',
        'kinds.cjs:15 deep 35',
        'kinds.cjs:18 main 1',
        'kinds.cjs:3 Box.#hidden 7',
        'kinds.cjs:4 Box.make 7',
        'kinds.cjs:5 get Box.area 7',
        'kinds.cjs:6 Box.[key] 7',
        'kinds.cjs:7 Box.quoted (name 7',
        'kinds.cjs:8 Box.1.5 7',
        'kinds.cjs:9 Box.later 7',
        'whole.js:1 inVm 7',
      ]);
    });

  for (const major of nodeMajors)
    it(`counts in original lines, in threads and in children, on Node ${major}`, async () => {
      cli.write(
        'app.ts',
        `import { Worker, isMainThread } from 'node:worker_threads';
import { execFileSync } from 'node:child_process';
enum Rounds { all = 12345 }
function twice(x: number): number { return 2 * x; }
let sum = 0;
for (let i = 0; i < Rounds.all; i++) sum += twice(i);
if (isMainThread && !process.argv[2]) {
  execFileSync(process.execPath, [...process.execArgv, process.argv[1], 'child']);
  new Worker(process.argv[1]);
}
`,
      );
      await cli.succeed(['count', '--runtime', await nodeBinary(major), '--json', 'a.json', 'app.ts']);
      assert.deepEqual(wordsOf(counted().functions, 'name', 'line', 'count', 'totalMs'), ['twice 4 37035 null']);
    });

  it('is exact for a hundred million calls, and shows its recording again', async () => {
    const text = `let sink = 0;
function almostNothing(x) { return (x + 1) | 0; }
function heavy() { for (let i = 0; i < 2e6; i++) sink = almostNothing(sink); }
for (let i = 0; i < 50; i++) heavy();
`;
    cli.write('mass.js', text);
    const table =
      /calls {2}function\n {2}100,000,000 {2}almostNothing {2}mass\.js:2\n {11}50 {2}heavy {10}mass\.js:3\n/;
    const { stderr } = await cli.succeed(['count', 'mass.js']);
    assert.match(stderr, table);
    assert.doesNotMatch(stderr, /Timing a call|too short/);
    const kept = `.heatline/${cli.kept().find((name) => name.endsWith('.calls.json'))}`;
    assert.match((await cli.succeed(['show', kept])).stdout, table);
    const chart = await cli.run(['show', '--flamegraph', 'a.html', kept]);
    assert.match(chart.stderr, /no call in it was timed/);
  });

  it('says why nothing was counted', async () => {
    cli.write('abort.js', 'process.abort();');
    const { code, stderr } = await cli.run(['count', 'abort.js']);
    assert.equal(code, 2);
    assert.match(stderr, /No call was timed or counted: the program was killed by SIGABRT\./);
  });

  it('counts a hundred and fifty thousand functions and shows them all', async () => {
    const text = "Array.from({ length: 150000 }, (_, i) => `function f${i}(){} f${i}();`).join('\\n')";
    const name = JSON.stringify(cli.path('a.js'));
    cli.write('many.js', `require('vm').runInThisContext(${text}, { filename: ${name} });`);
    const { stderr } = await cli.succeed(['count', '--top', '1000000', 'many.js']);
    assert.match(stderr, /\n +1 {2}f149999 /);
  });
});
