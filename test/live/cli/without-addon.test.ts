import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { isRepaired, itWhere, onRepaired } from '../../support/it-where.ts';
import { repository } from '../../support/build.ts';
import { type NodeMajor, nodeBinary, outerNodeMajors } from '../../support/nodes.ts';
import { useCommandLine } from './command-line.ts';

const canMount = isRepaired && spawnSync('unshare', ['-rm', 'true']).status === 0;

/** Spends its time in a builtin without a frame, ends with a code of its own, and tells what it sees on its streams. */
const PROGRAM = `let s = 0;
function hot(i) { return \`\${i}-item-\${i + 1}\`; }
for (let i = 0; i < 3e6; i++) s += hot(i).length;
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

/** The program did as without Heatline, the report says why the repair did not run, and lines are no longer exact. */
function check(code: number | null, stdout: string, stderr: string): void {
  assert.equal(code, 7, stderr);
  assert.match(stdout, /^done\n/);
  assert.match(
    stderr.replaceAll(/\s+/g, ' '),
    /repair off: .+; time in builtins may be on the line of a caller, in [\d.]+ % of the active time/,
  );
  const { lines, quality } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Report;
  assert.deepEqual([quality.frameRepair.state, quality.frameRepair.reason], ['off', 'refused']);
  assert.ok(quality.lostFrameShare > 0);
  // The inspector does not tell which samples lost a frame: any may have. V8's log does.
  if (quality.sampler === 'inspector') assert.notEqual(lines[0].precision, 'exact');
  // Its top level, which V8 lost, has its time only where Node's loader was seen to call nothing else there.
  else assert.ok(lines.some(({ file }) => file.endsWith('app.js')));
}

describe('a program into which the frame repair cannot load behaves as without, and is told so:', () => {
  const cli = useCommandLine();
  const run = async (major: NodeMajor): Promise<string[]> => [
    ...['run', '--interval', '500us', '--json', '-', '--runtime', await nodeBinary(major)],
  ];

  const permission = ['--permission', '--allow-inspector', '--allow-fs-read=*', '--no-warnings'];
  for (const [flags, major, ...how] of [
    ...outerNodeMajors.flatMap((each) => [
      [['--no-addons'], each, '--sampler', 'inspector'] as const,
      [['--no-addons'], each, '--sampler', 'v8log'] as const,
    ]),
    [permission, 24],
    [permission, 26],
  ] as const)
    onRepaired(`${flags[0]}, Node ${major} ${how.join(' ')}`, async () => {
      cli.write('app.js', PROGRAM);
      const given = flags.map((flag) => `--runtime-arg=${flag}`);
      const { code, stdout, stderr } = await cli.run([...(await run(major)), ...how, ...given, 'app.js']);
      check(code, stdout, stderr);
    });

  const onMount = itWhere(canMount, 'needs Linux x64 and a namespace of its own');
  for (const major of outerNodeMajors)
    onMount(`a folder mounted noexec, Node ${major}`, async () => {
      cli.write('app.js', PROGRAM);
      const place = cli.path('mount');
      mkdirSync(place);
      // What is mounted there is seen by the shell and what it starts alone.
      const script = `mount -t tmpfs -o noexec none "$1" && cp -r "$2" "$2/../package.json" "$1" && shift 2 && exec "$@"`;
      const command = [process.execPath, path.join(place, 'dist/cli.cjs'), ...(await run(major)), 'app.js'];
      const args = ['-rm', 'sh', '-c', script, 'sh', place, path.join(repository, 'dist'), ...command];
      const { status, stdout, stderr } = spawnSync('unshare', args, { cwd: cli.path(), encoding: 'utf8' });
      check(status, stdout, stderr);
    });
});
