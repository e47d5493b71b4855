import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import * as v from 'valibot';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { Bench, buildCommand } from './command.ts';
import { diffContract } from './json-contract.ts';

/** A program of twelve functions of its own, each with the same work; `slow` does more of it. */
const programOf = (slowRounds: number): string =>
  [
    ...['slow', ...Array.from({ length: 11 }, (_, i) => `work${i}`)].map(
      (name, i) =>
        `function ${name}(n) {\n  let sum = ${i};\n  for (let i = 0; i < n; i++) sum += Math.sqrt(i) % ${i + 3};\n  return sum;\n}`,
    ),
    'let total = 0;',
    'for (let round = 0; round < 20; round++) {',
    `  total += slow(${slowRounds});`,
    ...Array.from({ length: 11 }, (_, i) => `  total += work${i}(1e5);`),
    '}',
    'console.log(total);',
  ].join('\n');

describe('several runs and heatline diff, built', function () {
  this.timeout(300_000);
  let bench: Bench;
  before(async () => {
    buildCommand();
    bench = new Bench();
    const record = async (output: string): Promise<void> => {
      const { code, stderr } = await bench.run(['run', '--runs', '3', '--output', output, 'app.js']);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /runs +3; times are their means/);
      assert.ok(stderr.includes(`Recordings: ${bench.path(output)}`), stderr);
    };
    bench.write('app.js', programOf(1e5));
    await record('before');
    bench.write('app.js', `// another first line\n${programOf(6e5)}`);
    await record('after');
  });
  after(() => bench.remove());

  it('keeps the runs of a program in one folder, which opens again as their mean', async () => {
    const names = readdirSync(bench.path('before')).sort();
    assert.deepEqual(
      names.map((name) => name.replace(/\.(v8log|cpuprofile)$/, '')),
      ['run-1', 'run-2', 'run-3', 'texts'],
    );
    const { code, stdout } = await bench.run(['show', '--json', '-', 'before']);
    assert.equal(code, 0);
    assert.equal((JSON.parse(stdout) as { quality: { runs: number } }).quality.runs, 3);
  });

  it('finds what got slower though it moved, and exits with 1', async () => {
    const { code, stdout } = await bench.run([
      'diff',
      '--json',
      'diff.json',
      '--markdown',
      'diff.md',
      'before',
      'after',
    ]);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /slower +\+\d+ % .* app\.js:4 /);
    const json = v.parse(diffContract, JSON.parse(readFileSync(bench.path('diff.json'), 'utf8')));
    const [first] = json.lines;
    assert.deepEqual([first.verdict, first.line, first.beforeLine], ['slower', 4, 3]);
    assert.ok((first.change ?? 0) > 2 && (first.change ?? 0) < 9, `${first.change}`);
    assert.match(readFileSync(bench.path('diff.md'), 'utf8'), /\| slower \| .*app\.js:4/);
  });

  it('exits with 3 where a single run says nothing, and with 0 where that may pass', async () => {
    const [one, other] = ['before', 'after'].map(
      (side) => `${side}/${readdirSync(bench.path(side)).find((name) => name.startsWith('run-1')) ?? ''}`,
    );
    const open = await bench.run(['diff', one, other]);
    assert.equal(open.code, 3, open.stdout);
    assert.match(open.stdout, /One run says nothing of a single line/);
    assert.equal((await bench.run(['diff', '--unclear', 'pass', one, other])).code, 0);
  });

  it('refuses what cannot be compared, and says what to do', async () => {
    const steady = await bench.run(['run', '--steady', '--output', 'steady.v8log', 'app.js']);
    assert.equal(steady.code, 0, steady.stderr);
    const refused = await bench.run(['diff', 'after', 'steady.v8log']);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /different flags for Node \(none and --no-concurrent-recompilation\).*--steady/);
    const alone = await bench.run(['diff', 'before']);
    assert.equal(alone.code, 2);
    assert.match(alone.stderr, /heatline diff BEFORE AFTER/);
    const empty = await bench.run(['diff', 'before', '.']);
    assert.match(empty.stderr, /has no recordings|different/);
    const graph = await bench.run(['show', '--flamegraph', 'x.html', 'before']);
    assert.equal(graph.code, 2);
    assert.match(graph.stderr, /stacks of one recording/);
    const again = await bench.run(['run', '--runs', '2', '--output', 'before', 'app.js']);
    assert.match(again.stderr, /has runs already/);
  });

  itWhere(isLinux, 'needs CPU time')('refuses a copy for other tools, and says what to take instead', async () => {
    const copy = await bench.run(['run', '--sampler', 'v8log', '--output', 'copy.cpuprofile', 'app.js']);
    assert.equal(copy.code, 0, copy.stderr);
    const { code, stderr } = await bench.run(['diff', 'after', 'copy.cpuprofile']);
    assert.equal(code, 2);
    assert.match(stderr, /different clocks \(cpu and wall\).* name the \.v8log beside it or the folder of runs/);
  });

  it('leaves lines of a changed file out whose old text is gone', async () => {
    rmSync(bench.path('before/texts'), { recursive: true });
    const { stdout } = await bench.run(['diff', 'before', 'after']);
    assert.match(stdout, /app\.js has changed and its text before or after is not at hand/);
    assert.match(stdout, /slower .* slow  app\.js:2/);
  });
});
