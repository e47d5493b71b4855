import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { LaunchCommand, LaunchedProcess } from '../../../src/recorder/index.ts';
import { isAlive } from '../../../src/recording/index.ts';
import { assertRecorded, BUSY, exit, finish, record, useBench } from '../../support/recording.ts';
import { closing } from './closing.ts';

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
    const recorded = await bench.record(`${BUSY}busy(100); process.exit(6)`, { launch });
    await assertRecorded(recorded, { ending: exit(6), sampled: ['busy'] });
  });

  it('has no exit code where nobody knows it', async () => {
    const session = await bench.start('setInterval(() => undefined, 1000)', { launch });
    process.kill(session.pid ?? assert.fail(), 'SIGKILL');
    assert.deepEqual((await session.finished).ending, { kind: 'exit', code: undefined });
  });

  it('is told to have failed as soon as its launcher knows', async () => {
    const message = /ended with code 9 before Heatline could attach; check --runtime-arg \(in VS Code: runtimeArgs\)/;
    await assert.rejects(bench.start('', { launch: launchElsewhere, runtimeArgs: ['--no-such-flag'] }), {
      ...{ name: 'RecordingError', code: 'exited-before-attach', message },
    });
  });

  it('is waited for when its inspector was closed, longer than what is about to end', async () => {
    const text = 'closeForGood(); setTimeout(() => { process.exitCode = 5; }, 10_500);';
    const { env, program } = await closing(bench, text);
    await assertRecorded(await record(bench.options(program, { env, launch })), { ending: exit(5) });
  });

  it('ends by Stop', async () => {
    const session = await bench.start(`${BUSY}for (;;) busy(50);`, { launch });
    await session.stop();
    const recorded = await finish(session);
    await assertRecorded(recorded, { ending: { kind: 'stopped', by: 'user' } });
    assert.ok(recorded.file);
    assert.ok(!isAlive(session.pid ?? 0));
  });
});
