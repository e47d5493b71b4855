import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { itWhere } from '../../support/it-where.ts';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';
import { Bench, buildCommand, repository } from './command.ts';

const isProven = process.platform === 'linux' && process.arch === 'x64';
const canMount = isProven && spawnSync('unshare', ['-rm', 'true']).status === 0;

/** Spends its time in a builtin without a frame, ends with a code of its own, and tells what it sees on its streams. */
const PROGRAM = `let s = 0;
function hot(i) { return \`\${i}-item-\${i + 1}\`; }
const end = process.cpuUsage().user + 600_000;
while (process.cpuUsage().user < end) for (let i = 0; i < 20000; i++) s += hot(i).length;
console.log('done');
process.exitCode = 7;
`;

interface Report {
  readonly quality: {
    readonly sampler: string;
    readonly frameRepair: { readonly state: string; readonly reason?: string };
    readonly lostFrameShare: number;
  };
  readonly lines: readonly { readonly file: string; readonly selfShare: number; readonly precision: string }[];
}

/** Of the program's file: Node's own functions called its top level, which V8 lost. */
const ownShare = ({ lines }: Report): number =>
  lines.reduce((sum, { file, selfShare }) => sum + (file.endsWith('app.js') ? selfShare : 0), 0);

describe('a program into which the frame repair cannot load', function () {
  this.timeout(120_000);
  let bench: Bench;
  before(buildCommand);
  beforeEach(() => {
    bench = new Bench();
    bench.write('app.js', PROGRAM);
  });
  afterEach(() => bench.remove());

  /** The program did as without Heatline, the report says why the repair did not run, and lines are no longer exact. */
  function check(code: number | null, stdout: string, stderr: string): void {
    assert.equal(code, 7, stderr);
    assert.match(stdout, /^done\n/);
    assert.match(
      stderr.replaceAll(/\s+/g, ' '),
      /repair off: .+; time in builtins may be on the line of a caller, in [\d.]+ % of the active time/,
    );
    const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
    const { sampler, frameRepair } = report.quality;
    assert.deepEqual([frameRepair.state, frameRepair.reason], ['off', 'refused']);
    assert.ok(report.lines.length > 0);
    // The inspector does not tell which samples lost a frame: any may have. V8's log does.
    if (sampler === 'inspector') assert.notEqual(report.lines[0].precision, 'exact');
    else assert.ok(ownShare(report) > 0.5, `the program's own lines have ${ownShare(report)} of the time`);
    assert.ok(report.quality.lostFrameShare > 0.3, `${report.quality.lostFrameShare} of the time is in doubt`);
  }

  const run = ['run', '--interval', '500us', '--json', '-'];
  for (const major of nodeMajors) {
    for (const sampler of ['inspector', 'v8log'])
      itWhere(isProven, 'the frame repair is for Linux x64')(
        `behaves as without, and is told so: --no-addons, Node ${major}, ${sampler}`,
        async () => {
          const how = ['--sampler', sampler, '--runtime', await nodeBinary(major), '--runtime-arg=--no-addons'];
          const { code, stdout, stderr } = await bench.run([...run, ...how, 'app.js']);
          check(code, stdout, stderr);
        },
      );

    itWhere(canMount, 'needs Linux x64 and a namespace of its own')(
      `behaves as without, and is told so: a folder mounted noexec, Node ${major}`,
      async () => {
        const place = bench.path('mount');
        mkdirSync(place);
        // What is mounted there is seen by the shell and what it starts alone.
        const script = `mount -t tmpfs -o noexec none "$1" && cp -r "$2" "$2/../package.json" "$1" && shift 2 && exec "$@"`;
        const cli = [join(place, 'dist/cli.cjs'), ...run, '--runtime', await nodeBinary(major), 'app.js'];
        const args = ['-rm', 'sh', '-c', script, 'sh', place, join(repository, 'dist'), process.execPath, ...cli];
        const { status, stdout, stderr } = spawnSync('unshare', args, { cwd: bench.folder, encoding: 'utf8' });
        check(status, stdout, stderr);
      },
    );
  }

  for (const major of [24, 26] as const)
    itWhere(isProven, 'the frame repair is for Linux x64')(
      `behaves as without, and is told so: --permission, Node ${major}`,
      async () => {
        const flags = ['--permission', '--allow-inspector', '--allow-fs-read=*', '--no-warnings'];
        const how = ['--runtime', await nodeBinary(major), ...flags.map((flag) => `--runtime-arg=${flag}`)];
        const { code, stdout, stderr } = await bench.run([...run, ...how, 'app.js']);
        check(code, stdout, stderr);
      },
    );
});
