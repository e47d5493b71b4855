import assert from 'node:assert/strict';
import { hideFlags, hideVariables, type OptionsSeen } from '../../../src/in-program/hide.ts';
import { v8LogFlags } from '../../../src/recorder/sampling/v8-log-sampler.ts';
import { bootloaderFlags, bootloaderNodeOptions, RENDEZVOUS_VARIABLE } from '../../../src/recording/rendezvous.ts';

const BOOTLOADER = '/heat line/bootloader.cjs';
const LOG_FLAGS = v8LogFlags('/log', 1000, ['--log-ic']);

describe('what a program sees of its recorder', () => {
  const { execArgv } = process;
  const options = process.env.NODE_OPTIONS;
  afterEach(() => {
    process.execArgv = execArgv;
    delete process.env[RENDEZVOUS_VARIABLE];
    if (options === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = options;
  });

  const optionsSeen = (given: string): [seen: OptionsSeen, options: string | undefined] => {
    process.env[RENDEZVOUS_VARIABLE] = '1::/tmp';
    process.env.NODE_OPTIONS = given;
    const seen = hideVariables(BOOTLOADER);
    assert.equal(process.env[RENDEZVOUS_VARIABLE], undefined);
    return [seen, process.env.NODE_OPTIONS];
  };

  it('are its own options for Node, as they were given', () => {
    const ours = bootloaderNodeOptions(BOOTLOADER);
    assert.deepEqual(optionsSeen(`${ours}--no-warnings --require "./own file.cjs"`), [
      'usual',
      '--no-warnings --require "./own file.cjs"',
    ]);
    assert.deepEqual(optionsSeen('--no-warnings'), ['none', '--no-warnings']);
    assert.deepEqual(optionsSeen(ours), ['usual', undefined]);
    assert.deepEqual(optionsSeen(`${bootloaderNodeOptions(BOOTLOADER, true)}--own`), ['reduced', '--own']);
    // What a script makes of `"--own $NODE_OPTIONS"`, and a launcher of that once more.
    assert.deepEqual(optionsSeen(`${ours}--own ${ours}`), ['usual', '--own ']);
  });

  it('are its own flags, as they were given', () => {
    const flagsSeen = (given: readonly string[]): readonly string[] => {
      process.execArgv = [...given];
      hideFlags(BOOTLOADER);
      return process.execArgv;
    };
    const own = ['--no-opt', '--require', './own.cjs'];
    const ours = bootloaderFlags(BOOTLOADER);
    assert.deepEqual(flagsSeen([...LOG_FLAGS, ...ours, ...own]), own);
    assert.deepEqual(flagsSeen([...ours, ...own]), own);
    assert.deepEqual(flagsSeen(own), own);
    // With ours in NODE_OPTIONS, as of a command.
    assert.deepEqual(flagsSeen([...LOG_FLAGS, ...own]), own);
    assert.deepEqual(flagsSeen(['--prof', '--prof-sampling-interval=9', ...own]).length, own.length + 2);
    // A program may repeat ours somewhere.
    assert.deepEqual(flagsSeen([...own, '--require', BOOTLOADER]), own);
    assert.deepEqual(flagsSeen([...own, `--require=${BOOTLOADER}`]), own);
  });
});
