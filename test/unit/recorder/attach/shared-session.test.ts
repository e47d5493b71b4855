import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { joinSession, leaveSession } from '../../../../src/recorder/attach/shared-session.ts';
import type { InspectorConnection } from '../../../../src/recorder/inspector/inspector-connection.ts';

/** A proxy that keeps its clients when the page is gone. */
function fakeProxy() {
  const asked: unknown[] = [];
  let isGone = false;
  let end = (): void => undefined;
  const closed = new Promise<void>((resolve) => (end = resolve));
  const connection = {
    closed,
    send: (method: string, params: unknown) => {
      asked.push([method, params]);
      return isGone ? Promise.reject(new Error('Connection is closed')) : Promise.resolve({});
    },
    drop: () => end(),
  } as unknown as InspectorConnection;
  return { connection, asked, closePage: () => (isGone = true) };
}

describe('the session of a debugger that shares it', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  it('is over when its page is gone, though its proxy stays', async () => {
    const { connection, closePage, asked } = fakeProxy();
    await joinSession(connection);
    assert.ok(connection.isShared);
    closePage();
    mock.timers.tick(1000);
    await connection.closed;
    await Promise.resolve();
    asked.length = 0;
    mock.timers.tick(5000);
    assert.deepEqual(asked, []);
  });

  it('is left with its profiler and debugger on, and the interval of others', async () => {
    const { connection, asked } = fakeProxy();
    await leaveSession(connection);
    assert.deepEqual(asked, [
      ['Profiler.setSamplingInterval', { interval: 0 }],
      ['Inspector.disable', undefined],
    ]);
  });
});
