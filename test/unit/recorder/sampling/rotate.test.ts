import assert from 'node:assert/strict';
import { type Bridge, Rotation } from '../../../../src/recorder/sampling/rotate.ts';
import type { InspectorConnection } from '../../../../src/recorder/inspector/inspector-connection.ts';

const never = new Promise<never>(() => undefined);

describe('samples that are taken out of a program', () => {
  it('are handed on although it dies before it has answered all that it was asked', async () => {
    const profile = { nodes: [], startTime: 0, endTime: 1 };
    const connection = {
      closed: never,
      send: (method: string) => (method === 'Profiler.stop' ? Promise.resolve({ profile }) : never),
    } as unknown as InspectorConnection;
    const bridge: Bridge = { begin: () => never, end: () => never, works: () => true };
    const taken = new Promise((resolve) => {
      const rotation = new Rotation(connection, resolve, undefined, () => Promise.resolve(bridge));
      void rotation.start().then(() => rotation.rotate());
    });
    assert.equal(await taken, profile);
  });

  it('are taken from a worker that had no console when it was met', async () => {
    const profile = { nodes: [], startTime: 0, endTime: 1 };
    const connection = {
      closed: never,
      send: () => Promise.resolve({ profile }),
    } as unknown as InspectorConnection;
    const nothing = () => Promise.resolve();
    const bridges = [undefined, { begin: nothing, end: nothing, works: () => true }];
    const taken: unknown[] = [];
    const openBridge = () => Promise.resolve(bridges.shift());
    const rotation = new Rotation(connection, (part) => taken.push(part), undefined, openBridge);
    await rotation.start();
    await rotation.rotate();
    assert.deepEqual(taken, [profile]);
    await rotation.stop();
    assert.equal(await rotation.rotate(() => nothing()), undefined);
    assert.equal(taken.length, 1);
  });
});
