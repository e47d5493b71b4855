import assert from 'node:assert/strict';
import { useCommandLine } from './command-line.ts';

describe('heatline count', () => {
  const cli = useCommandLine();

  it('counts calls exactly, by original functions, and tells what that cost', async () => {
    cli.write(
      'app.ts',
      `function twice(x: number): number { return (2 * x) | 0; }
function never(): number { return 1; }
let last = 0;
for (let i = 0; i < 1e8; i++) last = twice(i);
console.log(last, typeof never);`,
    );
    const named = ['--function', 'twice', '--function', 'never', '--function', 'twicd'];
    const { stdout, stderr } = await cli.succeed(['count', '--overhead', ...named, '--json', 'a.json', 'app.ts']);
    assert.equal(stdout, '199999998 function\n'.repeat(2));
    assert.match(
      stderr,
      /100,000,000 {2}twice {2}app\.ts:1\n {12}0 {2}never {2}app\.ts:2\n {2}No function named twicd was/,
    );
    assert.match(stderr, /took [\d.]+ m?s while its calls were counted and [\d.]+ m?s without: [\d.]+ times as long/);
    const { calls } = cli.readJson<{ calls: object[] }>('a.json');
    assert.deepEqual(calls[0], { name: 'twice', file: cli.path('app.ts'), line: 1, kind: 'own', calls: 1e8 });

    const recording = cli.kept().find((name) => name.endsWith('.calls.json')) ?? '';
    const shown = await cli.run(['show', `.heatline/${recording}`]);
    assert.match(shown.stdout, /100,000,000 {2}twice/);
  });

  it('does not say what counting cost where the program was stopped', async () => {
    cli.write('spin.js', "function turn() {}\nturn();\nconsole.log('ready');\nfor (;;) turn();\n");
    const running = cli.start(['count', '--overhead', 'spin.js']);
    await running.until('stdout', 'ready');
    running.press();
    const { code, stdout, stderr } = await running.ended;
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'ready\n');
    assert.match(stderr, /\n[ \d,]+ {2}turn {2}spin\.js:1\n/);
    assert.match(stderr, /was stopped, so the cost of counting is unknown/);
    assert.doesNotMatch(stderr, /times as long/);
  });

  it('says that calls were lost with a program that aborts, and offers only what counting has', async () => {
    cli.write('abort.js', 'process.abort();');
    const { code, stderr } = await cli.run(['count', 'abort.js']);
    assert.equal(code, 134);
    assert.match(stderr, /error: The program aborted .* takes the counted calls with it: nothing was recorded; let/);
    assert.doesNotMatch(stderr, /sample/);
  });

  it('gives no line to functions of a file that was changed while they were counted', async () => {
    cli.write('changed.js', "function once() {}\nonce();\nrequire('fs').writeFileSync(__filename, '');");
    const { stderr } = await cli.succeed(['count', 'changed.js']);
    assert.match(stderr, /\n {2}1 {2}once {2}changed\.js\n[^]*warning: .*changed\.js is not what ran/);
  });

  it('counts a hundred and fifty thousand functions and shows them all', async () => {
    const text = "Array.from({ length: 150000 }, (_, i) => `function f${i}(){} f${i}();`).join('\\n')";
    const name = JSON.stringify(cli.path('a.js'));
    cli.write('many.js', `require('vm').runInThisContext(${text}, { filename: ${name} });`);
    const { stderr } = await cli.succeed(['count', '--top', '1000000', 'many.js']);
    assert.match(stderr, /\n +1 {2}f149999 /);
  });
});
