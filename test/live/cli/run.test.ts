import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import * as v from 'valibot';
import { bySampler, onUnix } from '../../support/it-where.ts';
import { nodeBinary } from '../../support/nodes.ts';
import { jsonContract } from '../../unit/cli/json-contract.ts';
import { wordsOf } from '../../support/told.ts';
import { heatline, useCommandLine, work } from './command-line.ts';

interface Speedscope {
  readonly shared: { readonly frames: readonly { readonly name: string; readonly file?: string }[] };
}

describe('heatline run', () => {
  const cli = useCommandLine();

  it('leaves streams, arguments and exit code to the program, keeps a recording out of git, and shows it again', async () => {
    cli.write(
      'echo.js',
      `${work}work(150);
process.stdin.on('data', (data) => process.stdout.write(String(data).toUpperCase()));
process.stdin.on('end', () => { console.log(process.argv.slice(2).join('|')); process.exitCode = 7; });`,
    );
    const args = ['run', 'echo.js', '--top', '-x', '--', 'a b', '--help'];
    const { code, stdout, stderr } = await cli.run(args, { input: 'hello\n' });
    assert.equal(code, 7);
    assert.equal(stdout, 'HELLO\n--top|-x|--|a b|--help\n');
    assert.match(stderr, /\nHot lines .*\n.* echo\.js:4 /);
    assert.match(stderr, /for \(let i = 0; i < 700000; i\+\+\)/);
    assert.doesNotMatch(stderr, /\u001b/);

    assert.equal(cli.read('.heatline/.gitignore'), '*\n');
    const recording = cli.kept().find((name) => name.startsWith('echo-')) ?? '';
    assert.match(recording, /^echo-\d{4}(-\d\d){5}-\d+\.(cpuprofile|v8log)$/);
    assert.ok(stderr.includes(`Recording: ${cli.path('.heatline')}/${recording}`));
    const shown = await cli.succeed(['show', `.heatline/${recording}`], { env: { FORCE_COLOR: '1' } });
    assert.match(shown.stdout.replaceAll(/\u001b\[\d*m/g, ''), /\nHot lines .*\n.* echo\.js:4 /);
    assert.match(shown.stdout, /\u001b\[1m/, 'it colours when told to');
  });

  it('writes recording, JSON, flame graph and more where it is told, making folders', async () => {
    cli.write('app.js', `${work}work(200);`);
    const others = ['--collapsed', 'out/a.txt', '--speedscope', 'out/a.speedscope.json'];
    const pages = ['--json', 'out/json/a.json', '--flamegraph', 'out/a.html'];
    const files = ['--output', 'out/a.cpuprofile', ...pages, ...others];
    await cli.succeed(['run', '--interval', '500us', ...files, 'app.js']);
    const { lines, functions, quality } = v.parse(jsonContract, cli.readJson('out/json/a.json'));
    // A busy machine may make a program wait, or Node work, for longer than this one computes.
    const [{ name: hottest }] = functions.filter((one) => !one.name.startsWith('('));
    assert.deepEqual([lines[0].file, lines[0].line, hottest], [cli.path('app.js'), 4, 'work']);
    assert.equal(quality.requestedIntervalUs, 500);
    assert.match(cli.read('out/a.txt'), /;work \(.*app\.js:1\) \d+\n/);
    const { frames } = cli.readJson<Speedscope>('out/a.speedscope.json').shared;
    assert.ok(frames.some(({ name, file }) => name === 'work' && file === cli.path('app.js')));
    const again = await cli.run(['show', 'out/a.cpuprofile', '--json', '-']);
    assert.equal(v.parse(jsonContract, JSON.parse(again.stdout)).lines[0].line, 4);
    assert.match(cli.read('out/a.html'), /^<!doctype html>[\s\S]*<\/html>\n$/);
  });

  bySampler()('knows the lines of TypeScript that becomes CommonJS, in one file named as told', async (sampler) => {
    cli.write('package.json', '{"type":"commonjs"}');
    const typed = work.replace('function work(ms)', 'export function work(ms: number): number');
    cli.write('lib.ts', `export const start: number = 1;\n${typed}`);
    cli.write('main.ts', "import { work } from './lib.ts';\nwork(150);\n");
    const output = sampler === 'v8log' ? 'one.v8log' : 'one.cpuprofile';
    const how = ['--runtime', await nodeBinary(20), '--sampler', sampler, '--output', output];
    const { stderr } = await cli.succeed(['run', ...how, 'main.ts']);
    assert.match(stderr, /\nHot lines .*\n.* lib\.ts:5 /);
    assert.doesNotMatch(stderr, /not what ran/);
    const written = readdirSync(cli.path()).filter((name) => name.startsWith('one'));
    assert.deepEqual(written, [output]);
  });

  bySampler()('runs TypeScript by its own stripper, whose thread is none, with the right hot line', async (sampler) => {
    cli.write('package.json', '{"type":"module"}');
    cli.write('main.ts', `import { work } from './work.js';\nenum Time { Short = 150 }\nwork(Time.Short as number);\n`);
    const typed = work.replace('(ms)', '(\n  ms: number,\n): number').replace('function', 'export function');
    cli.write('work.ts', `export interface Unused {\n  readonly a: number;\n}\n${typed}`);
    const how = ['--runtime', await nodeBinary(20), '--sampler', sampler, '--json', 'a.json'];
    const { stderr } = await cli.succeed(['run', ...how, '--typescript', 'strip', 'main.ts']);
    assert.match(stderr, /\nHot lines .*\n.* work\.ts:9 /);
    assert.doesNotMatch(stderr, /is not what ran/);
    assert.match(stderr, /info: main\.ts runs by Heatline's own type stripping/);
    const { threads } = v.parse(jsonContract, cli.readJson('a.json'));
    assert.deepEqual(wordsOf(threads, 'name', 'kind'), ['main.ts main']);
  });

  it('keeps recording and exit code when nobody reads its standard error any more', async () => {
    const rest = `process.stdin.on('end', () => { console.error('two'); work(20); process.exitCode = 7; }).resume();`;
    cli.write('app.js', `${work}console.error('one');\n${rest}`);
    const running = cli.start(['run', '--json', 'a.json', 'app.js'], { keepsInput: true });
    await running.until('stderr', 'one');
    running.child.stderr?.destroy();
    running.child.stdin?.end();
    assert.equal((await running.ended).code, 7);
    assert.ok(existsSync(cli.path('a.json')));
  });

  onUnix('passes on the exit code of a command that runs no Node', async () => {
    const { code, stderr } = await cli.run(['run', '--', 'sh', '-c', 'true']);
    assert.equal(code, 0);
    assert.match(stderr, /The command ran no Node that Heatline could reach/);
  });

  it('tells where the recording is when its report fails', async () => {
    cli.write('short.js', `${work}work(20);\nrequire('fs').rmSync('out', { recursive: true });`);
    const { code, stderr } = await cli.run(['run', '--flamegraph', 'out/flames.html', 'short.js']);
    assert.equal(code, 2, stderr);
    assert.match(stderr, /\nRecording: .+\nheatline: out\/flames\.html cannot be written/);
  });

  onUnix('reports on a program that puts a pipe in its own place', async () => {
    const replace = "fs.rmSync(__filename);\nrequire('child_process').execFileSync('mkfifo', [__filename]);";
    cli.write('pipe.js', `${work}work(150); fs = require('fs'); ${replace}`);
    const { stderr } = await cli.succeed(['run', '--sampler', 'inspector', 'pipe.js']);
    assert.match(stderr, /pipe\.js:4/);
  });

  onUnix('reports on a program that removes the folder in which it was started', async () => {
    const text = `${work}require('fs').rmdirSync(process.cwd()); work(150); process.exitCode = 3;`;
    const program = cli.write('removes.js', text);
    mkdirSync(cli.path('gone'));
    const args = ['run', '--output', cli.path('a.cpuprofile'), program];
    const { code, stderr } = await cli.run(args, { cwd: cli.path('gone') });
    assert.equal(code, 3, stderr);
    assert.match(stderr, /Hot lines[\s\S]*removes\.js:4/);
  });

  onUnix('gives each of two runs at once a recording, and writes nothing that a terminal would obey', async () => {
    const name = `\u001B[2J\u0007\n${'é'.repeat(100)}.js`;
    cli.write(name, `${work}work(20);`);
    for (const { stdout, stderr } of await Promise.all([cli.succeed(['run', name]), cli.succeed(['run', name])]))
      assert.doesNotMatch(stdout + stderr, /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
    const recordings = cli.kept().filter((file) => /log$|profile$/.test(file));
    assert.equal(recordings.length, 2, recordings.join());
    for (const recording of recordings) assert.match(recording, /^_\[2J__é+-/);
  });

  onUnix('says so where it may not open any more files', () => {
    cli.write('few.js', 'process.exitCode = 0');
    const told: string[] = [];
    // From where Node itself does not start to where it can start another.
    for (let limit = 17, stderr = ''; limit < 40 && !stderr.includes('Recording: '); limit++) {
      const limited = ['-c', `ulimit -n ${limit}; exec "$@"`, 'sh', ...heatline, 'run', 'few.js'];
      ({ stderr } = spawnSync('sh', limited, { cwd: cli.path(), encoding: 'utf8' }));
      if (stderr.startsWith('heatline: ')) told.push(stderr);
    }
    assert.ok(told.length > 0);
    // Node itself may end before its first line, and says that there are too many.
    const sentence = /^heatline: (?!Internal).*((open (any|no) more|too many open) files|Node ended with code).*\n$/;
    for (const stderr of told) assert.match(stderr, sentence);
  });
});
