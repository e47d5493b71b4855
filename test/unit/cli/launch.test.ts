import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { finishRuns, programEnvironment } from '../../../src/cli/launch.ts';
import type { RecordingOutcome, RecordingSession } from '../../../src/recorder/index.ts';
import { endingSignals } from '../../../src/recording/index.ts';

const outcome: RecordingOutcome = { recording: '/a', ending: { kind: 'stopped', by: 'user' }, diagnostics: [] };

/** What happens to a recording that hands its samples over when the test says so, and whose program ends when it is let go. */
class Handing {
  readonly events: string[] = [];
  readonly #happened = new EventEmitter();
  readonly session: Partial<RecordingSession> = {
    finished: once(this.#happened, 'abandon').then(() => outcome),
    stop: () => {
      this.events.push('stop');
      return once(this.#happened, 'handed over').then(() => undefined);
    },
    abandon: () => this.happen('abandon'),
  };

  happen(event: string): void {
    this.events.push(event);
    this.#happened.emit(event);
  }
}

describe('the environment for a program', () => {
  const env = { PATH: '/bin', ELECTRON_RUN_AS_NODE: '1' };

  it('does not tell a program in Electron to be a Node because VS Code’s command line is one', () => {
    assert.deepEqual(programEnvironment({ env, versions: { ...process.versions, electron: '39.0.0' } }), {
      PATH: '/bin',
    });
  });

  it('is the caller’s elsewhere', () => {
    assert.deepEqual(programEnvironment({ env, versions: process.versions }), env);
  });
});

describe('signals while a program is recorded', () => {
  const before = endingSignals.map((signal) => [signal, process.listeners(signal)] as const);
  afterEach(() => {
    process.exitCode = undefined;
    for (const [signal, known] of before)
      for (const listener of process.listeners(signal)) if (!known.includes(listener)) process.off(signal, listener);
  });

  const press = async (): Promise<void> => {
    process.emit('SIGTERM', 'SIGTERM');
    await new Promise(setImmediate);
  };

  for (const [presses, expected] of [
    [2, ['stop', 'stop', 'handed over', 'abandon']],
    [3, ['stop', 'stop', 'stop', 'abandon']],
  ] as const)
    it(`${presses === 2 ? 'wait for the samples before the second' : 'do not wait before the third'} ends the program`, async () => {
      const handing = new Handing();
      const starting = Promise.resolve(handing.session as RecordingSession);
      const finished = finishRuns(() => starting, 1, { place: () => undefined, report: () => Promise.resolve() });
      for (let i = 0; i < presses; i++) await press();
      if (presses === 2) handing.happen('handed over');
      await finished;
      assert.deepEqual(handing.events, expected);
      assert.equal(process.exitCode, 143);
    });

  it('do not wait before the third for what does not start', async () => {
    const kill = process.kill.bind(process);
    const killed: unknown[] = [];
    const removed = process.listeners('SIGTERM');
    process.kill = (...args) => {
      killed.push(args);
      return true;
    };
    try {
      void finishRuns(() => new Promise(() => undefined), 1, {
        place: () => undefined,
        report: () => Promise.resolve(),
      });
      for (let i = 0; i < 2; i++) await press();
      assert.deepEqual(killed, []);
      await press();
      assert.deepEqual(killed, [[process.pid, 'SIGTERM']]);
    } finally {
      process.kill = kill;
      for (const listener of removed) process.on('SIGTERM', listener);
    }
  });
});
