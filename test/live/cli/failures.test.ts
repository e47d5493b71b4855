import assert from 'node:assert/strict';
import { chmodSync, readdirSync } from 'node:fs';
import { onLinux, onUnix } from '../../support/it-where.ts';
import { useCommandLine } from './command-line.ts';

describe('a command that fails', () => {
  const cli = useCommandLine();
  const badFlag = '--runtime-arg=--no-such-flag';
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
    ['a flag that Node does not know', ['run', badFlag, '--json', 'new/deep/a.json', 'app.js'], /no-such-flag/],
    ['a Node for a command, which has its own', ['time', '--runtime', 'node', '--', 'ls'], /--runtime is for a FILE/],
    ['a recording that does not exist', ['show', 'nope.cpuprofile'], /no recording at .*nope\.cpuprofile/],
    ['a file that is no recording', ['show', '--json', 'new/deep/a.json', 'app.js'], /app\.js/],
    ['stacks of counted calls', ['show', '--collapsed', 'a.txt', 'a.calls.json'], /holds timed or counted calls/],
    ['an unknown command', ['frobnicate'], /unknown command/],
    ['neither an inspector nor a process', ['attach', 'server.js'], /^heatline: "server\.js" is neither an .*pid:4711/],
  ];
  for (const [what, args, expected] of failures)
    it(`says one sentence, exits with 2 and leaves nothing behind for ${what}`, async () => {
      cli.write('app.js', 'console.log(1);');
      cli.write('only.ts', 'console.log(1);');
      const { code, stdout, stderr } = await cli.run(args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, expected);
      assert.doesNotMatch(stderr, /^\s+at /m);
      assert.deepEqual(readdirSync(cli.path()), ['app.js', 'only.ts']);
    });

  onUnix('refuses a Node that is too old', async () => {
    const answer = '{"node":true,"path":"/old/node","version":"v16.20.2","v8":"9.4"}';
    chmodSync(cli.write('old.sh', `#!/bin/sh\necho '${answer}'\n`), 0o755);
    const { code, stderr } = await cli.run(['run', '--runtime', './old.sh', cli.write('app.js', '')]);
    assert.equal(code, 2);
    assert.match(stderr, /^heatline: .*v16\.20\.2/);
  });

  it('says where no recording can be kept, and runs nothing', async () => {
    const program = cli.write('app.js', "console.log('ran')");
    cli.write('.heatline', 'a file');
    const why = 'cannot be made (ENOTDIR); name another place for the recording by --output.';
    const stderr = `heatline: ${cli.path('.heatline')} ${why}\n`;
    assert.deepEqual(await cli.run(['run', program]), { code: 2, stdout: '', stderr });
  });

  onLinux('says so in a folder that takes none', async () => {
    const { stderr } = await cli.run(['run', cli.write('app.js', '')], { cwd: '/proc' });
    assert.match(stderr, /^heatline: \/proc\/\.heatline cannot be made \(\w+\); name another place/);
  });

  it('is helped by a help worth reading', async () => {
    const { stdout } = await cli.succeed(['run', '--help']);
    const words = ['interval', 'duration', 'output', 'flamegraph', 'json', 'top', 'all'].map((name) => `--${name}`);
    for (const word of [...words, 'Examples:']) assert.ok(stdout.includes(word), word);
  });
});
