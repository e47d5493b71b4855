import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { startRecording, type LaunchCommand, type LaunchedProcess } from '../../../src/recorder/index.ts';
import { closing } from './closing.ts';
import { BUSY, readProfile, useBench } from '../../support/recording.ts';
import { isAlive, RecordingError } from '../../../src/recording/index.ts';

/** As a terminal does: the program is not our child, and its streams are elsewhere. */
function launchElsewhere({ command, args, cwd, env }: LaunchCommand): Promise<LaunchedProcess> {
  const child = spawn(command, args, { cwd, env, stdio: 'ignore', detached: true });
  child.unref();
  const ended = new Promise<{ code?: number }>((resolve) => {
    child.once('exit', (code) => resolve({ code: code ?? undefined }));
  });
  return Promise.resolve({ ended });
}

const launch = async (command: LaunchCommand): Promise<LaunchedProcess> => {
  await launchElsewhere(command);
  return {};
};

describe('a program that somebody else starts', () => {
  const bench = useBench();

  it('is recorded, and its exit code is known', async () => {
    const program = await bench.write('elsewhere.js', `${BUSY}busy(100); process.exit(6)`);
    const session = await startRecording(bench.options(program, { launch }));
    assert.ok(session.pid);
    const outcome = await session.finished;
    assert.deepEqual(outcome.ending, { kind: 'exit', code: 6 });
    assert.ok((await readProfile(outcome)).samples.length > 0);
  });

  it('has no exit code where nobody knows it', async () => {
    const program = await bench.write('killed.js', 'setInterval(() => undefined, 1000)');
    const session = await startRecording(bench.options(program, { launch }));
    assert.ok(session.pid);
    process.kill(session.pid, 'SIGKILL');
    assert.deepEqual((await session.finished).ending, { kind: 'exit', code: undefined });
  });

  it('is told to have failed as soon as its launcher knows', async () => {
    const program = await bench.write('fails.js', '');
    const options = bench.options(program, { launch: launchElsewhere, runtimeArgs: ['--no-such-flag'] });
    await assert.rejects(startRecording(options), (error: unknown) => {
      assert.ok(error instanceof RecordingError);
      assert.equal(error.code, 'exited-before-attach');
      assert.match(
        error.message,
        /ended with code 9 before Heatline could attach; check --runtime-arg \(in VS Code: runtimeArgs\)/,
      );
      return true;
    });
  });

  it('is waited for when its inspector was closed, longer than what is about to end', async () => {
    const text = 'closeForGood(); setTimeout(() => { process.exitCode = 5; }, 10_500);';
    const { env, program } = await closing(bench, text);
    const { finished } = await startRecording(bench.options(program, { env, launch }));
    assert.deepEqual((await finished).ending, { kind: 'exit', code: 5 });
  });

  it('ends by Stop', async () => {
    const program = await bench.write('spin.js', `${BUSY}for (;;) busy(50);`);
    const session = await startRecording(bench.options(program, { launch }));
    await session.stop();
    const { ending, recording } = await session.finished;
    assert.deepEqual(ending, { kind: 'stopped', by: 'user' });
    assert.ok(recording);
    assert.ok(!isAlive(session.pid ?? 0));
  });
});
