import assert from 'node:assert/strict';
import { existsSync, linkSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import { isLinux, isWindows, itWhere } from '../../support/it-where.ts';
import { Bench, buildCommand } from './command.ts';

const program = 'const end = Date.now() + 150; while (Date.now() < end) Math.sqrt(end);\n';
const onUnix = itWhere(!isWindows, 'needs links');
const onLinux = itWhere(isLinux, 'needs /dev/full');

describe('output files of the command line', function () {
  this.timeout(60_000);
  let bench: Bench;
  before(buildCommand);
  before(async () => {
    bench = new Bench();
    bench.write('app.js', program);
    bench.write('b.js', program);
    for (const file of ['app', 'b'])
      await bench.run(['run', '-o', `runs/${file}.cpuprofile`, '--sampler', 'inspector', `${file}.js`]);
    if (isWindows) return;
    symlinkSync('runs/app.cpuprofile', bench.path('link'));
    linkSync(bench.path('app.js'), bench.path('hard.js'));
  });
  after(() => bench.remove());

  const refused: [string, string[]][] = [
    ['the recording', ['show', 'runs/app.cpuprofile', '--json', 'runs/../runs/app.cpuprofile']],
    ['a recording in the folder', ['show', 'runs', '--json', 'runs/b.cpuprofile']],
    ['the program', ['run', '--json', 'app.js', 'app.js']],
    ['the program’s input', ['run', '--flamegraph', 'b.js', 'app.js', 'b.js']],
    ['the file of a command', ['run', '--json', 'b.js', '--', 'node', 'b.js']],
    ['the program whose calls are counted', ['count', '--json', 'app.js', 'app.js']],
    ['a side of a comparison', ['diff', '--markdown', 'runs/b.cpuprofile', 'runs/app.cpuprofile', 'runs/b.cpuprofile']],
    ['another output', ['show', 'runs/app.cpuprofile', '--json', 'out', '--collapsed', './out']],
    ['standard output twice', ['show', 'runs/app.cpuprofile', '--json', '-', '--collapsed', '-']],
    ['without a name', ['show', 'runs/app.cpuprofile', '--speedscope', '']],
  ];
  const linked: typeof refused = [
    ['the recording by a link', ['show', 'runs/app.cpuprofile', '--cpuprofile', 'link']],
    ['the program by a hard link', ['run', '--json', 'hard.js', 'app.js']],
  ];
  for (const [tests, it_] of [
    [refused, it],
    [linked, onUnix],
  ] as const) {
    for (const [what, args] of tests) {
      it_(`are refused where one would be ${what}`, async () => {
        const files = ['app.js', 'b.js', 'runs/app.cpuprofile', 'runs/b.cpuprofile'].map((name) => bench.path(name));
        const before = files.map((file) => readFileSync(file, 'utf8'));
        const { code, stdout, stderr } = await bench.run(args);
        assert.equal(code, 2);
        assert.equal(stdout, '');
        assert.match(stderr, /^heatline: --\w+ .*(name another one|needs the name of a file)\.\n$/);
        assert.deepEqual(
          files.map((file) => readFileSync(file, 'utf8')),
          before,
        );
        assert.ok(!existsSync(bench.path('out')));
      });
    }
  }

  it('say that they have more than the report shows, which is of what the program marks', async () => {
    bench.write('marks.js', `console.profile('m'); { ${program} } console.profileEnd('m'); { ${program} }`);
    const whole = await bench.run(['run', '--sampler', 'inspector', '--cpuprofile', 'whole.cpuprofile', 'marks.js']);
    assert.match(whole.stderr, /whole\.cpuprofile has all of the recording, not only what the program marks\./);
    const both = await bench.run(['show', '--mark', 'm', '--from', '50ms', 'runs/app.cpuprofile']);
    assert.equal(both.code, 2, both.stderr);
    assert.match(both.stderr, /--mark shows what the program marked, --from and --to a part of the time/);
  });

  it('may be standard output, with the report on standard error', async () => {
    const { code, stdout, stderr } = await bench.run(['show', 'runs/app.cpuprofile', '--collapsed', '-']);
    assert.equal(code, 0);
    assert.match(stdout, /^(.+ \d+\n)+$/);
    assert.match(stderr, /Hot lines/);
  });

  onLinux('say in a sentence that standard output takes no more', async () => {
    const { code, stderr } = await bench.run(['show', 'runs/app.cpuprofile'], { stdout: openSync('/dev/full', 'w') });
    assert.equal(code, 2);
    assert.match(stderr, /^heatline: Standard output takes nothing more \(ENOSPC\)\.\n$/);
  });

  onUnix('and recordings that the system refuses are named with its reason', async () => {
    symlinkSync('loop', bench.path('loop'));
    const { code, stderr } = await bench.run(['show', 'loop']);
    assert.equal(code, 2);
    assert.match(stderr, /^heatline: .*loop: .* \(ELOOP\); name another file or mend that one\.\n$/);
  });
});
