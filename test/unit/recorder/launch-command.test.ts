import assert from 'node:assert/strict';
import { buildLaunchCommand } from '../../../src/recorder/launch/launch-command.ts';
import type { RecordOptions } from '../../../src/recorder/recording-session.ts';
import type { Rendezvous } from '../../../src/recorder/program/rendezvous.ts';
import { bootloaderFlags, bootloaderNodeOptions, RENDEZVOUS_VARIABLE } from '../../../src/recording/index.ts';

const BOOTLOADER = '/heatline/bootloader.cjs';
const MEETING = '1::/tmp/meeting';
const rendezvous: unknown = { value: MEETING, directory: '/tmp/meeting' };

describe('the command that starts a program', () => {
  const build = (more: Partial<RecordOptions>) => {
    const options: RecordOptions = {
      ...{ program: '/home/a/app.js', args: ['--port', '1'], cwd: '/home/a', env: { HOME: '/home/a' } },
      ...{ interval: 1000, sampler: 'auto', stdio: 'pipe', output: '/home/a/out.cpuprofile', bootloader: BOOTLOADER },
      ...more,
    };
    return buildLaunchCommand(options, rendezvous as Rendezvous, ['--prof']);
  };

  it('has our flags before those for Node, and leaves options of the environment alone', () => {
    const env = { NODE_OPTIONS: '--no-warnings' };
    const { command, args, env: given } = build({ env, runtimeExecutable: '/node', runtimeArgs: ['--no-opt'] });
    assert.equal(command, '/node');
    assert.deepEqual(args, [
      ...['--prof', ...bootloaderFlags(BOOTLOADER), '--no-opt'],
      ...['/home/a/app.js', '--port', '1'],
    ]);
    assert.deepEqual(given, { NODE_OPTIONS: '--no-warnings', [RENDEZVOUS_VARIABLE]: MEETING });
  });

  it('has them in the environment where it is another, before the options that stand there', () => {
    const ours = bootloaderNodeOptions(BOOTLOADER);
    const { command, args, env } = build({ command: 'jest', env: { NODE_OPTIONS: '--no-warnings' } });
    assert.deepEqual([command, args], ['jest', ['--port', '1']]);
    assert.deepEqual(env, { NODE_OPTIONS: `${ours}--no-warnings`, [RENDEZVOUS_VARIABLE]: MEETING });
    assert.equal(build({ command: 'jest' }).env.NODE_OPTIONS, ours);
  });

  it('gives a Node that is named as a command the flags of the sampler', () => {
    assert.deepEqual(build({ command: '/usr/bin/node', args: ['a.js'] }).args, ['--prof', 'a.js']);
  });
});
