import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { isWindows, itWhere } from '../../support/it-where.ts';
import { nodeBinary } from '../../support/nodes.ts';
import { Bench, buildCommand, onReady, repository } from './command.ts';
import { jsonContract } from './json-contract.ts';

const busy = `function work(ms) {
  const end = Date.now() + ms;
  let sum = 0;
  while (Date.now() < end) for (let i = 0; i < 100000; i++) sum += Math.sqrt(i);
  return sum;
}
`;
const onUnix = itWhere(!isWindows, 'needs signals');
const spin = `${busy}console.log('ready');\nfor (;;) work(1000);\n`;

interface Speedscope {
  readonly shared: { readonly frames: readonly { readonly name: string; readonly file?: string }[] };
}

describe('the command line, built', function () {
  this.timeout(120_000);
  let bench: Bench;
  before(buildCommand);
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => bench.remove());

  for (const sampler of ['v8log', 'inspector'])
    it(`knows the lines of TypeScript that becomes CommonJS, by ${sampler}`, async () => {
      bench.write('package.json', '{"type":"commonjs"}');
      bench.write(
        'lib.ts',
        'export const start: number = 1;\nexport function spin(end: number): void {\n  while (Date.now() < end);\n}\n',
      );
      bench.write('main.ts', "import { spin } from './lib.ts';\nspin(Date.now() + 500);\n");
      const args = ['run', '--runtime', await nodeBinary(20), '--sampler', sampler, '--json', 'a.json', 'main.ts'];
      const { code, stderr } = await bench.run(args);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^main\.ts: .* on lib\.ts:3, in spin\./);
      assert.doesNotMatch(stderr, /not what ran/);
      const { lines } = JSON.parse(readFileSync(bench.path('a.json'), 'utf8')) as {
        lines: { file: string; line: number; precision: string }[];
      };
      assert.deepEqual([lines[0].line, lines[0].precision], [3, 'exact']);
    });

  it('leaves streams, arguments and exit code to the program, and reports on standard error', async () => {
    bench.write(
      'echo.js',
      `${busy}work(300);
process.stdin.on('data', (data) => process.stdout.write(String(data).toUpperCase()));
process.stdin.on('end', () => { console.log(process.argv.slice(2).join('|')); process.exitCode = 7; });`,
    );
    const args = ['run', 'echo.js', '--top', '-x', '--', 'a b', '--help'];
    const { code, stdout, stderr } = await bench.run(args, { input: 'hello\n' });
    assert.equal(code, 7);
    assert.equal(stdout, 'HELLO\n--top|-x|--|a b|--help\n');
    assert.match(stderr, /^echo\.js: \d+\.\d % of .* is spent on echo\.js:4, in work\./);
    assert.match(stderr, /while \(Date\.now\(\) < end\)/);
    assert.doesNotMatch(stderr, /\u001b/);
  });

  it('keeps the recording in .heatline, out of git, and shows it again', async () => {
    bench.write('app.js', `${busy}work(300);`);
    const { stderr } = await bench.run(['run', 'app.js']);
    const names = readdirSync(bench.path('.heatline'));
    assert.equal(readFileSync(bench.path('.heatline/.gitignore'), 'utf8'), '*\n');
    const recording = names.find((name) => name !== '.gitignore') ?? '';
    assert.match(recording, /^app-\d{4}(-\d\d){5}-\d+\.(cpuprofile|v8log)$/);
    assert.ok(stderr.includes(`Recording: ${bench.path('.heatline')}/${recording}`));
    const shown = await bench.run(['show', `.heatline/${recording}`]);
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /is spent on app\.js:4, in work\./);
  });

  it('names a V8 log as it is told, with either ending', async () => {
    bench.write('app.js', `${busy}work(200);`);
    for (const output of ['one.v8log', 'two.cpuprofile'])
      await bench.run(['run', '--sampler', 'v8log', '--output', output, 'app.js']);
    const names = readdirSync(bench.folder).filter((name) => /^(one|two)/.test(name));
    assert.deepEqual(names.sort(), ['one.v8log', 'two.cpuprofile', 'two.v8log']);
  });

  it('keeps recording and exit code when nobody reads its standard error any more', async () => {
    const lines = "console.error('one');\nsetTimeout(() => console.error('two'), 300);\n";
    bench.write('app.js', `${busy}${lines}setTimeout(() => { work(300); process.exitCode = 7; }, 600);`);
    const act = (child: ChildProcess): void => void child.stderr?.destroy();
    const { code } = await bench.run(['run', '--json', 'a.json', 'app.js'], { actOnError: act });
    assert.equal(code, 7);
    assert.ok(existsSync(bench.path('a.json')));
  });

  it('says where no recording can be kept, and runs nothing', async () => {
    bench.write('app.js', "console.log('ran')");
    bench.write('.heatline', 'a file');
    const { code, stdout, stderr } = await bench.run(['run', 'app.js']);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    assert.equal(
      stderr,
      `heatline: ${bench.path('.heatline')} cannot be made (ENOTDIR); name another place for the recording by --output.\n`,
    );
  });

  itWhere(existsSync('/proc/self'), 'needs /proc, in which no folder can be made')(
    'says so in a folder that takes none',
    async () => {
      bench.write('app.js', "console.log('ran')");
      const inProc = await bench.run(['run', bench.path('app.js')], { cwd: '/proc' });
      assert.match(inProc.stderr, /^heatline: \/proc\/\.heatline cannot be made \(\w+\); name another place/);
    },
  );

  it('counts calls exactly, by original functions, and tells what that cost', async () => {
    bench.write(
      'app.ts',
      `function twice(x: number): number { return 2 * x; }
function never(): number { return 1; }
let sum = 0;
for (let i = 0; i < 12345; i++) sum += twice(i);
console.log(sum, typeof never);`,
    );
    const named = ['--function', 'twice', '--function', 'never', '--function', 'twicd'];
    const { code, stdout, stderr } = await bench.run(['count', '--overhead', ...named, '--json', 'a.json', 'app.ts']);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '152386680 function\n'.repeat(2));
    assert.match(stderr, /12,345 {2}twice {2}app\.ts:1\n {7}0 {2}never {2}app\.ts:2\n {2}No function named twicd was/);
    assert.match(stderr, /took [\d.]+ m?s while its calls were counted and [\d.]+ m?s without: [\d.]+ times as long/);
    const { calls } = JSON.parse(readFileSync(bench.path('a.json'), 'utf8')) as { calls: { name: string }[] };
    assert.deepEqual(calls[0], { name: 'twice', file: bench.path('app.ts'), line: 1, kind: 'own', calls: 12345 });
    const recording = readdirSync(bench.path('.heatline')).find((name) => name.endsWith('.calls.json')) ?? '';
    const shown = await bench.run(['show', `.heatline/${recording}`]);
    assert.match(shown.stdout, /12,345 {2}twice/);
    bench.write('cut.calls.json', readFileSync(bench.path(`.heatline/${recording}`), 'utf8').slice(0, 100));
    const cut = await bench.run(['show', 'cut.calls.json']);
    assert.equal(cut.code, 2);
    assert.match(cut.stderr, /^heatline: .*cut\.calls\.json cannot be read: it ends early/);
  });

  it('does not say what counting cost where the program was stopped', async () => {
    bench.write('spin.js', spin);
    const { code, stdout, stderr } = await bench.run(['count', '--overhead', '--duration', '700ms', 'spin.js']);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'ready\n');
    assert.match(stderr, /\n[ \d,]+ {2}work {2}spin\.js:1\n/);
    assert.match(stderr, /was stopped, so the cost of counting is unknown/);
    assert.doesNotMatch(stderr, /times as long/);
  });

  it('says that calls were lost with a program that aborts, and offers only what counting has', async () => {
    bench.write('abort.js', 'process.abort();');
    const { code, stderr } = await bench.run(['count', 'abort.js']);
    assert.equal(code, 134);
    assert.match(stderr, /error: The program aborted .* takes the counted calls with it: nothing was recorded; let/);
    assert.doesNotMatch(stderr, /sample/);
  });

  it('gives no line to functions of a file that was changed while they were counted', async () => {
    const change = "require('fs').writeFileSync(__filename, '');";
    bench.write('changed.js', `function once() {}\nonce();\n${change}`);
    const { code, stderr } = await bench.run(['count', 'changed.js']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /\n {2}1 {2}once {2}changed\.js\n[^]*warning: .*changed\.js is not what ran/);
  });

  it('counts a hundred and fifty thousand functions and shows them all', async () => {
    const text = "Array.from({ length: 150000 }, (_, i) => `function f${i}(){} f${i}();`).join('\\n')";
    bench.write(
      'many.js',
      `require('vm').runInThisContext(${text}, { filename: ${JSON.stringify(bench.path('a.js'))} });`,
    );
    const { code, stderr } = await bench.run(['count', '--top', '1000000', 'many.js']);
    assert.equal(code, 0, stderr.slice(-200));
    assert.match(stderr, /\n +1 {2}f149999 /);
  });

  it('gives each of two runs at once a recording of its own', async () => {
    bench.write('app.js', `${busy}work(300);`);
    const runs = await Promise.all([bench.run(['run', 'app.js']), bench.run(['run', 'app.js'])]);
    assert.deepEqual(
      runs.map(({ code }) => code),
      [0, 0],
    );
    assert.equal(readdirSync(bench.path('.heatline')).filter((name) => name.startsWith('app-')).length, 2);
  });

  it('writes recording, JSON and flame graph where it is told, making folders', async () => {
    bench.write('app.js', `${busy}work(400);`);
    const others = ['--collapsed', 'out/a.txt', '--speedscope', 'out/a.speedscope.json'];
    const pages = ['--json', 'out/json/a.json', '--flamegraph', 'out/a.html'];
    const files = ['--output', 'out/a.cpuprofile', ...pages, ...others];
    const { code, stderr } = await bench.run(['run', '--interval', '500us', ...files, 'app.js']);
    assert.equal(code, 0, stderr);
    const report = v.parse(jsonContract, JSON.parse(readFileSync(bench.path('out/json/a.json'), 'utf8')));
    assert.equal(report.lines[0].file, bench.path('app.js'));
    assert.match(readFileSync(bench.path('out/a.txt'), 'utf8'), /;work \(.*app\.js:1\) \d+\n/);
    const { frames } = (JSON.parse(readFileSync(bench.path('out/a.speedscope.json'), 'utf8')) as Speedscope).shared;
    assert.ok(frames.some(({ name, file }) => name === 'work' && file === bench.path('app.js')));
    assert.equal(report.lines[0].line, 4);
    assert.equal(report.functions[0].name, 'work');
    assert.ok(report.lines[0].selfShare > 0.5 && report.quality.requestedIntervalUs === 500);
    const again = await bench.run(['show', 'out/a.cpuprofile', '--json', '-']);
    const { quality } = v.parse(jsonContract, JSON.parse(again.stdout));
    assert.equal(quality.samples, report.quality.samples);
    assert.match(readFileSync(bench.path('out/a.html'), 'utf8'), /^<!doctype html>[\s\S]*<\/html>\n$/);
  });

  it('writes JSON alone to standard output with --json -', async () => {
    bench.write('app.js', `${busy}work(200);`);
    await bench.run(['run', '--output', 'a.cpuprofile', 'app.js']);
    const { stdout, stderr } = await bench.run(['show', '--json', '-', 'a.cpuprofile']);
    v.parse(jsonContract, JSON.parse(stdout));
    assert.match(stderr, /Hot lines/);
  });

  it('ends with the duration, reports, and exits with 0', async () => {
    bench.write('spin.js', spin);
    const { code, stderr } = await bench.run(['run', '--duration', '700ms', 'spin.js']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /spent on spin\.js:4, in work/);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends the recording on ${signal} in an endless loop, reports, and exits with 0`, async () => {
      bench.write('spin.js', spin);
      const act = onReady((child) => setTimeout(() => process.kill(child.pid!, signal), 700));
      const { code, stderr } = await bench.run(['run', 'spin.js'], { act });
      assert.equal(code, 0, stderr);
      assert.match(stderr, /spent on spin\.js:4, in work/);
    });
  }

  it('ends the recording on Ctrl-C, which goes to the program as well', async () => {
    bench.write('spin.js', spin);
    const act = onReady((child) => setTimeout(() => process.kill(-child.pid!, 'SIGINT'), 700));
    const { code, stderr } = await bench.run(['run', 'spin.js'], { act });
    assert.equal(code, 0, stderr);
    assert.match(stderr, /spent on spin\.js:4, in work/);
  });

  onUnix('reports on the runs that were done when Ctrl-C meets one that only starts', async () => {
    bench.write('app.js', `${busy}work(100);`);
    // The third gets the signal before anything of it can be recorded, as all of its group do.
    const preload = bench.write(
      'preload.cjs',
      `const { existsSync, writeFileSync } = require('fs');
      const run = process.execArgv.some((flag) => flag.includes('bootloader')) && [1, 2, 3].find((run) => !existsSync('run' + run));
      if (run) writeFileSync('run' + run, '');
      if (run === 3) for (process.kill(0, 'SIGINT'); ; );`,
    );
    const env = { NODE_OPTIONS: `--require "${preload}"` };
    const { code, stderr } = await bench.run(['run', '--runs', '9', '-o', 'runs', 'app.js'], { env });
    assert.equal(code, 0, stderr);
    assert.match(stderr, /runs +2; times are their means/);
    assert.match(stderr, /\nRecordings: .*runs\n$/);
  });

  it('kills the program on a second Ctrl-C, with what was recorded until the first', async () => {
    // Asked to end (SIGTERM), this program would go on spinning.
    bench.write('stubborn.js', `process.on('exit', () => { for (;;); }); process.on('SIGTERM', () => {});\n${spin}`);
    const act = onReady((child) => {
      setTimeout(() => process.kill(child.pid!, 'SIGINT'), 500);
      setTimeout(() => process.kill(child.pid!, 'SIGINT'), 900);
    });
    const { code, stderr } = await bench.run(['run', 'stubborn.js'], { act });
    assert.equal(code, 130, stderr);
    assert.match(stderr, /spent on stubborn\.js:5, in work/);
  });

  it('keeps what the inspector sampled when Ctrl-C comes twice at once', async () => {
    bench.write('serve.js', `${busy}setInterval(() => work(5), 10);\nconsole.log('ready');`);
    const act = onReady((child) => {
      const press = (): boolean => process.kill(child.pid!, 'SIGINT');
      setTimeout(press, 600);
      setTimeout(press, 605);
    });
    const { stderr } = await bench.run(['run', '--sampler', 'inspector', 'serve.js'], { act });
    assert.match(stderr, /spent on serve\.js:4, in work/);
    assert.match(stderr, /\nRecording: .+\.cpuprofile\n$/);
  });

  it('tells where the recording is when Ctrl-C ends the analysis', async () => {
    bench.write('short.js', `${busy}console.log('ready');\nwork(600);`);
    let timer: NodeJS.Timeout | undefined;
    const act = onReady((child) => {
      timer = setInterval(() => {
        const isSaved = readdirSync(bench.path('.heatline')).some((name) => /^[^.].*\.v8log$/.test(name));
        if (isSaved) process.kill(child.pid!, 'SIGINT');
      }, 10);
    });
    const actOnError = (): void => clearInterval(timer);
    const { code, stderr } = await bench.run(['run', '--sampler', 'v8log', 'short.js'], { act, actOnError });
    clearInterval(timer);
    assert.equal(code, 130, stderr);
    assert.match(stderr, /\nRecording: .+\.v8log\n$/);
    assert.equal(stderr.split('Recording:').length, 2);
  });

  itWhere(!isWindows, 'Windows has no named pipes')(
    'ends at once by Ctrl-C, and tells where the recording is, while a thread is in a read that does not return',
    async () => {
      execFileSync('mkfifo', [bench.path('pipe')]);
      const preload = bench.write(
        'block.cjs',
        `if (!require('node:worker_threads').isMainThread) require('node:fs').readFileSync(${JSON.stringify(bench.path('pipe'))});`,
      );
      bench.write('short.js', `${busy}console.log('ready');\nwork(300);`);
      let timer: NodeJS.Timeout | undefined;
      let pressedAt = NaN;
      const act = onReady((child) => {
        timer = setInterval(() => {
          if (!readdirSync(bench.path('.heatline')).some((name) => /^[^.].*\.cpuprofile$/.test(name))) return;
          clearInterval(timer);
          setTimeout(() => {
            pressedAt = performance.now();
            process.kill(child.pid!, 'SIGINT');
          }, 500);
        }, 10);
      });
      const env = { NODE_OPTIONS: `--require=${JSON.stringify(preload)}` };
      const { code, stderr } = await bench.run(['run', '--sampler', 'inspector', 'short.js'], { act, env });
      clearInterval(timer);
      assert.ok(performance.now() - pressedAt < 2000, `${performance.now() - pressedAt} ms`);
      assert.equal(code, 130, stderr);
      assert.match(stderr, /^\nRecording: .+\.cpuprofile\n$/);
    },
  );

  itWhere(!isWindows, 'Windows has no named pipes')(
    'reports on a program that puts a pipe in its own place',
    async () => {
      bench.write(
        'pipe.js',
        `${busy}work(300); fs = require('fs'); fs.rmSync(__filename);\nrequire('child_process').execFileSync('mkfifo', [__filename]);`,
      );
      const { code, stderr } = await bench.run(['run', '--sampler', 'inspector', 'pipe.js']);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /pipe\.js:4, in work/);
    },
  );

  itWhere(!isWindows, 'Windows has no such names')(
    'writes nothing that a terminal would obey, whatever the program is called, and names no file so',
    async () => {
      const name = `\u001B[2J\u0007\n${'é'.repeat(100)}.js`;
      bench.write(name, `${busy}work(300);`);
      const { code, stdout, stderr } = await bench.run(['run', name]);
      assert.equal(code, 0, stderr);

      const obeyed = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;
      assert.doesNotMatch(stdout + stderr, obeyed);
      const [recording] = readdirSync(bench.path('.heatline')).filter((file) => /log$|profile$/.test(file));
      assert.match(recording, /^_\[2J__é+-/);
    },
  );

  it('tells where the recording is when its report fails', async () => {
    bench.write('short.js', `${busy}work(300);\nrequire('fs').rmSync('out', { recursive: true });`);
    const { code, stderr } = await bench.run(['run', '--flamegraph', 'out/flames.html', 'short.js']);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /\nRecording: .+\nheatline: out\/flames\.html cannot be written/);
  });

  itWhere(!isWindows, 'Windows does not remove a folder that is in use')(
    'reports on a program that removes the folder in which it was started',
    async () => {
      const program = bench.write(
        'removes.js',
        `require('fs').rmdirSync(process.cwd()); for (const end = Date.now() + 300; Date.now() < end; ); process.exitCode = 3;`,
      );
      bench.write('gone/x', '');
      rmSync(bench.path('gone/x'));
      const args = ['run', '--output', bench.path('a.cpuprofile'), program];
      const { code, stderr } = await bench.run(args, { cwd: bench.path('gone') });
      assert.equal(code, 3, stderr);
      assert.match(stderr, /Hot lines[\s\S]*removes\.js:1/);
    },
  );

  itWhere(!isWindows, 'Windows has no such limit')('says so where it may not open any more files', () => {
    const cli = [
      process.execPath,
      join(repository, 'dist/cli.cjs'),
      'run',
      bench.write('few.js', 'process.exitCode = 0'),
    ];
    // More where Node itself takes more: what is tried is the range in which it starts, and cannot start another.
    const told: string[] = [];
    // From where Node itself does not start to where it can start another.
    for (let limit = 17, stderr = ''; limit < 40 && !stderr.includes('Recording: '); limit++) {
      const limited = ['-c', `ulimit -n ${limit}; exec "$@"`, 'sh', ...cli];
      ({ stderr } = spawnSync('sh', limited, { cwd: bench.path('.'), encoding: 'utf8', timeout: 20_000 }));
      if (stderr.startsWith('heatline: ')) told.push(stderr);
    }
    assert.ok(told.length > 0);
    for (const stderr of told)
      assert.match(stderr, /^heatline: (?!Internal).*(open (any|no) more|too many open) files.*\n$/);
  });

  it('says what was lost when the program is killed, and exits as a shell would', async () => {
    bench.write('die.js', spin.replace("'ready'", "'ready', process.pid"));
    const act = onReady((_, stdout) => process.kill(Number(/ready (\d+)/.exec(stdout)?.[1]), 'SIGKILL'));
    const { code, stderr } = await bench.run(['run', '--sampler', 'inspector', 'die.js'], { act });
    assert.equal(code, 137, stderr);
    assert.match(stderr, /^error: The program was killed by SIGKILL, .*\.\n$/);
  });

  it('reports on programs that end by an uncaught error, with their exit code', async () => {
    bench.write('throw.js', `${busy}work(300); throw new Error('from the program');`);
    const { code, stderr } = await bench.run(['run', 'throw.js']);
    assert.equal(code, 1);
    assert.match(stderr, /Error: from the program/);
    assert.match(stderr, /spent on throw\.js:4/);
  });

  it('runs TypeScript by its own stripper, with the heat on the right line', async () => {
    bench.write('package.json', '{"type":"module"}');
    bench.write(
      'main.ts',
      `import { work } from './work.js';\nenum Time { Short = 400 }\nwork(Time.Short as number);\n`,
    );
    const typed = busy.replace('(ms)', '(\n  ms: number,\n): number').replace('function', 'export function');
    bench.write('work.ts', `export interface Unused {\n  readonly a: number;\n}\n${typed}`);
    const { code, stderr } = await bench.run(['run', '--typescript', 'strip', 'main.ts']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /spent on work\.ts:9, in work/);
    assert.doesNotMatch(stderr, /is not what ran/);
    assert.match(stderr, /info: main\.ts runs by Heatline's own type stripping/);
  });

  it('colours when told to', async () => {
    bench.write('app.js', `${busy}work(200);`);
    const { stderr } = await bench.run(['run', 'app.js'], { env: { FORCE_COLOR: '1' } });
    assert.match(stderr, /\u001b\[1m/);
  });

  const failures: [string, string[], RegExp][] = [
    ['a program that does not exist', ['run', 'nope.js'], /nope\.js does not exist/],
    ['an unknown option', ['run', '--nope', 'app.js'], /unknown option '--nope'/],
    ['an interval out of range', ['run', '--interval', '1us', 'app.js'], /out of range/],
    ['a duration that is none', ['run', '--duration', 'soon', 'app.js'], /10s, 500ms or 2min/],
    ['a Node that does not exist', ['run', '--runtime', '/nope/node', 'app.js'], /No Node found: \/nope\/node/],
    ['a runtime that is not Node', ['run', '--runtime', '/bin/cat', 'app.js'], /is not Node/],
    ['an output that other tools would not know', ['run', '--output', 'a.txt', 'app.js'], /must end in \.cpuprofile/],
    ['an output that cannot be written', ['run', '--json', '/dev/null/x/a.json', 'app.js'], /cannot be written/],
    ['a folder that does not exist', ['run', '--cwd', 'nope', 'app.js'], /does not exist/],
    ['no loader', ['run', '--typescript', 'loader', 'only.ts'], /No tsx, ts-node/],
    ['no build output', ['run', '--typescript', 'build', 'only.ts'], /No build output/],
    ['a recording that does not exist', ['show', 'nope.cpuprofile'], /no recording at .*nope\.cpuprofile/],
    ['a file that is no recording', ['show', 'app.js'], /app\.js/],
    ['stacks of counted calls', ['show', '--flamegraph', 'a.html', 'a.calls.json'], /holds only counted calls/],
    ['an unknown command', ['frobnicate'], /unknown command/],
  ];
  for (const [what, args, expected] of failures) {
    it(`says one sentence and exits with 2 for ${what}`, async () => {
      bench.write('app.js', 'console.log(1);');
      bench.write('only.ts', 'console.log(1);');
      const { code, stdout, stderr } = await bench.run(args);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, expected);
      assert.doesNotMatch(stderr, /^\s+at /m);
      assert.ok(!existsSync(bench.path('.heatline')), 'nothing was recorded');
    });
  }

  const starts: [string, string[]][] = [
    ['a flag that Node does not know', ['run', '--runtime-arg=--no-such-flag', 'app.js']],
    ['files to be written', ['run', '--runtime-arg=--no-such-flag', '--json', 'new/deep/a.json', 'app.js']],
    ['calls to be counted', ['count', '--runtime-arg=--no-such-flag', 'app.js']],
    ['a recording that cannot be read', ['show', '--json', 'new/deep/a.json', 'app.js']],
  ];
  for (const [what, args] of starts) {
    it(`leaves nothing behind after a failed start with ${what}`, async () => {
      bench.write('app.js', 'console.log(1);');
      const { code } = await bench.run(args);
      assert.equal(code, 2);
      assert.deepEqual(readdirSync(bench.folder), ['app.js']);
    });
  }

  it('has a help worth reading', async () => {
    const { code, stdout } = await bench.run(['run', '--help']);
    assert.equal(code, 0);
    for (const word of [
      '--interval',
      '--duration',
      '--output',
      '--flamegraph',
      '--json',
      '--top',
      '--all',
      'Examples:',
    ]) {
      assert.ok(stdout.includes(word), word);
    }
  });
});
