import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import * as v from 'valibot';
import { onLinux } from '../../support/it-where.ts';
import { diffContract } from '../../unit/cli/json-contract.ts';
import { useCommandLine } from './command-line.ts';

const names = ['slow', ...Array.from({ length: 11 }, (_, i) => `work${i}`)];

/** A program of twelve functions of its own, each with the same work, which takes some 50 samples; `slow` does more of it. */
const programOf = (slowRounds: number): string =>
  [
    ...names.map(
      (name, i) =>
        `function ${name}(n) {\n  let sum = ${i};\n  for (let i = 0; i < n; i++) sum += Math.sqrt(i) % ${i + 3};\n  return sum;\n}`,
    ),
    'let total = 0;',
    'for (let round = 0; round < 60; round++) {',
    ...names.map((name) => `  total += ${name}(${name === 'slow' ? slowRounds : 1e5});`),
    '}',
    'console.log(total);',
  ].join('\n');

describe('several runs and heatline diff', () => {
  const cli = useCommandLine({ shared: true });
  const runsOf = (side: string): string[] => readdirSync(cli.path(side)).filter((name) => name.startsWith('run-'));
  const firstOf = (side: string): string => `${side}/${runsOf(side).find((name) => name.startsWith('run-1.'))}`;

  async function record(output: string, runs: number): Promise<void> {
    const { stderr } = await cli.succeed(['run', '--runs', String(runs), '--output', output, 'app.js']);
    assert.match(stderr, new RegExp(`runs +${runs}; times are their means`));
    assert.ok(stderr.includes(`Recordings: ${cli.path(output)}`), stderr);
  }

  before(async () => {
    cli.write('app.js', programOf(2e5));
    await record('before', 3);
    cli.write('app.js', `// another first line\n${programOf(14e5)}`);
    await record('after', 2);
  });

  it('keeps the runs of a program in one folder, which opens again as their mean', async () => {
    const kept = readdirSync(cli.path('before')).map((name) => name.replace(/\.(v8log|cpuprofile)$/, ''));
    assert.deepEqual(kept.sort(), ['run-1', 'run-2', 'run-3', 'texts']);
    const { stdout } = await cli.succeed(['show', '--json', '-', 'before']);
    assert.equal((JSON.parse(stdout) as { quality: { runs: number } }).quality.runs, 3);
  });

  it('exits with 3 where a single run says nothing, and with 0 where that may pass', async () => {
    const sides = [firstOf('before'), firstOf('after')];
    const open = await cli.run(['diff', ...sides]);
    assert.equal(open.code, 3, open.stdout);
    assert.match(open.stdout, /One run says nothing of a single line/);
    await cli.succeed(['diff', '--unclear', 'pass', ...sides]);
  });

  for (const [what, args, expected] of [
    ['a single side', ['diff', 'before'], /heatline diff BEFORE AFTER/],
    ['a folder without recordings', ['diff', 'before', 'before/texts'], /has no recordings/],
    ['runs as the stacks of one', ['show', '--flamegraph', 'x.html', 'before'], /stacks of one recording/],
    ['runs into a folder of runs', ['run', '--runs', '2', '--output', 'before', 'app.js'], /has runs already/],
  ] as const)
    it(`refuses ${what}`, async () => {
      const { code, stderr } = await cli.run(args);
      assert.equal(code, 2);
      assert.match(stderr, expected);
    });

  it('refuses runs with other flags of Node, and says what to do', async () => {
    await cli.succeed(['run', '--steady', '--output', 'steady.v8log', 'app.js']);
    const { code, stderr } = await cli.run(['diff', 'after', 'steady.v8log']);
    assert.equal(code, 2);
    assert.match(stderr, /different flags for Node \(none and --no-concurrent-recompilation\).*--steady/);
  });

  onLinux('refuses a copy for other tools, and says what to take instead', async () => {
    await cli.succeed(['run', '--sampler', 'v8log', '--output', 'copy.cpuprofile', 'app.js']);
    const copies = readdirSync(cli.path()).filter((name) => name.startsWith('copy'));
    assert.deepEqual(copies, ['copy.cpuprofile', 'copy.v8log']);
    const { code, stderr } = await cli.run(['diff', 'after', 'copy.cpuprofile']);
    assert.equal(code, 2);
    assert.match(stderr, /different clocks \(cpu and wall\).* name the \.v8log beside it or the folder of runs/);
  });

  describe('of which one is as good as the other', () => {
    // How much real runs differ is a matter of the machine: these do not.
    before(() => {
      for (const side of ['before', 'after'])
        for (const number of [2, 3]) {
          const first = firstOf(side);
          copyFileSync(cli.path(first), cli.path(first.replace('run-1', `run-${number}`)));
        }
    });

    it('finds what got slower though it moved, and exits with 1', async () => {
      const files = ['--json', 'diff.json', '--markdown', 'diff.md'];
      const { code, stdout } = await cli.run(['diff', ...files, 'before', 'after']);
      assert.equal(code, 1, stdout);
      assert.match(stdout, /slower +\+\d+ % .* app\.js:4 /);
      const [{ verdict, line, beforeLine }] = v.parse(diffContract, cli.readJson('diff.json')).lines;
      assert.deepEqual([verdict, line, beforeLine], ['slower', 4, 3]);
      assert.match(cli.read('diff.md'), /\| slower \| .*app\.js:4/);
    });

    it('leaves lines of a changed file out whose old text is gone', async () => {
      rmSync(cli.path('before/texts'), { recursive: true });
      const { stdout } = await cli.run(['diff', 'before', 'after']);
      assert.match(stdout, /app\.js has changed and its text before or after is not at hand/);
      assert.match(stdout, /slower .* slow  app\.js:2/);
    });
  });
});
