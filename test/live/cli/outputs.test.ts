import assert from 'node:assert/strict';
import { existsSync, linkSync, openSync, symlinkSync } from 'node:fs';
import * as v from 'valibot';
import { isWindows, onLinux, onUnix } from '../../support/it-where.ts';
import { jsonContract } from '../../unit/cli/json-contract.ts';
import { useCommandLine, work } from './command-line.ts';

describe('output files of the command line', () => {
  const cli = useCommandLine({ shared: true });
  before(async () => {
    for (const file of ['app', 'b']) {
      cli.write(`${file}.js`, `${work}work(20);`);
      await cli.succeed(['run', '-o', `runs/${file}.cpuprofile`, '--sampler', 'inspector', `${file}.js`]);
    }
    if (isWindows) return;
    symlinkSync('runs/app.cpuprofile', cli.path('link'));
    linkSync(cli.path('app.js'), cli.path('hard.js'));
  });

  const sides = ['runs/app.cpuprofile', 'runs/b.cpuprofile'];
  for (const [what, args, only = it] of [
    ['the recording', ['show', 'runs/app.cpuprofile', '--json', 'runs/../runs/app.cpuprofile']],
    ['a recording in the folder', ['show', 'runs', '--json', 'runs/b.cpuprofile']],
    ['the program', ['run', '--json', 'app.js', 'app.js']],
    ['the program’s input', ['run', '--flamegraph', 'b.js', 'app.js', 'b.js']],
    ['the file of a command', ['run', '--json', 'b.js', '--', 'node', 'b.js']],
    ['the program whose calls are counted', ['count', '--json', 'app.js', 'app.js']],
    ['a side of a comparison', ['diff', '--markdown', 'runs/b.cpuprofile', ...sides]],
    ['another output', ['show', 'runs/app.cpuprofile', '--json', 'out', '--collapsed', './out']],
    ['standard output twice', ['show', 'runs/app.cpuprofile', '--json', '-', '--collapsed', '-']],
    ['without a name', ['show', 'runs/app.cpuprofile', '--speedscope', '']],
    ['the recording by a link', ['show', 'runs/app.cpuprofile', '--cpuprofile', 'link'], onUnix],
    ['the program by a hard link', ['run', '--json', 'hard.js', 'app.js'], onUnix],
  ] as const)
    only(`are refused where one would be ${what}`, async () => {
      const textsOf = (): string[] => ['app.js', 'b.js', ...sides].map((name) => cli.read(name));
      const before = textsOf();
      const { code, stdout, stderr } = await cli.run(args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^heatline: --\w+ .*(name another one|needs the name of a file)\.\n$/);
      assert.deepEqual(textsOf(), before);
      assert.ok(!existsSync(cli.path('out')));
    });

  it('say that they have more than the report shows, which is of what the program marks', async () => {
    cli.write('marks.js', `${work}console.profile('m'); work(20); console.profileEnd('m'); work(20);`);
    const whole = await cli.run(['run', '--sampler', 'inspector', '--cpuprofile', 'whole.cpuprofile', 'marks.js']);
    assert.match(whole.stderr, /whole\.cpuprofile has all of the recording, not only what the program marks\./);
    const both = await cli.run(['show', '--mark', 'm', '--from', '50ms', 'runs/app.cpuprofile']);
    assert.equal(both.code, 2, both.stderr);
    assert.match(both.stderr, /--mark shows what the program marked, --from and --to a part of the time/);
  });

  it('may be standard output, with the report on standard error', async () => {
    const stacks = await cli.succeed(['show', 'runs/app.cpuprofile', '--collapsed', '-']);
    assert.match(stacks.stdout, /^(.+ \d+\n)+$/);
    assert.match(stacks.stderr, /Hot lines/);
    const json = await cli.succeed(['show', '--json', '-', 'runs/app.cpuprofile']);
    v.parse(jsonContract, JSON.parse(json.stdout));
    assert.match(json.stderr, /Hot lines/);
  });

  onLinux('say in a sentence that standard output takes no more', async () => {
    const full = openSync('/dev/full', 'w');
    const { code, stderr } = await cli.run(['show', 'runs/app.cpuprofile'], { stdio: ['pipe', full, 'pipe'] });
    assert.equal(code, 2);
    assert.match(stderr, /^heatline: Standard output takes nothing more \(ENOSPC\)\.\n$/);
  });

  onUnix('and recordings that the system refuses are named with its reason', async () => {
    symlinkSync('loop', cli.path('loop'));
    const { code, stderr } = await cli.run(['show', 'loop']);
    assert.equal(code, 2);
    assert.match(stderr, /^heatline: .*loop: .* \(ELOOP\); name another file or mend that one\.\n$/);
  });
});
