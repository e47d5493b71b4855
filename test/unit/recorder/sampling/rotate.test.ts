import assert from 'node:assert/strict';
import type { InspectorConnection } from '../../../../src/recorder/inspector/inspector-connection.ts';
import { type Bridge, Rotation } from '../../../../src/recorder/sampling/rotate.ts';

const never = new Promise<never>(() => undefined);

/** An inspector that notes what it is asked. */
function fakeInspector({ isShared = false } = {}): {
  readonly connection: InspectorConnection;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const send = (method: string, params: { functionDeclaration?: string } = {}): Promise<object> => {
    asked.push(/this\.\w+/.exec(params.functionDeclaration ?? '')?.[0] ?? method);
    return Promise.resolve({ result: { objectId: '1' }, profile: 'part' });
  };
  const connection = { send, on: () => undefined, closed: never, isShared };
  return { connection: connection as unknown as InspectorConnection, asked };
}

describe('samples that are taken out of a program', () => {
  async function rotating(mustWait?: () => Promise<boolean>) {
    const { connection, asked } = fakeInspector();
    const parts: unknown[] = [];
    const rotation = new Rotation(connection, (part) => parts.push(part), mustWait);
    await rotation.start();
    asked.length = 0;
    const aside = async (): Promise<string> => {
      await connection.send('Debugger.enable');
      return 'an answer';
    };
    const answer = await rotation.rotate(aside);
    await rotation.stop();
    return { asked, parts, answer };
  }

  it('are taken under a bridge, and what is asked besides is asked while none are', async () => {
    const { asked, parts, answer } = await rotating();
    const [begin, ...others] = asked;
    assert.equal(begin, 'this.begin');
    assert.deepEqual(others, ['Profiler.stop', 'Debugger.enable', 'Profiler.start', 'this.end']);
    assert.deepEqual([parts, answer], [['part'], 'an answer']);
  });

  it('are not asked for before a bridge is there that has to be awaited', async () => {
    const { connection, asked } = fakeInspector();
    const tell = (what: string) => async (): Promise<void> => {
      await Promise.resolve();
      asked.push(what);
    };
    const bridge = { begin: tell('begin'), end: tell('end'), mustBeAwaited: true, works: () => true };
    const rotation = new Rotation(
      connection,
      () => undefined,
      undefined,
      () => Promise.resolve(bridge),
    );
    await rotation.start();
    await rotation.rotate();
    await rotation.stop();
    assert.deepEqual(asked, ['begin', 'Profiler.stop', 'Profiler.start', 'end']);
  });

  it('stay where they are, and nothing is asked, where that must wait', async () => {
    assert.deepEqual(await rotating(() => Promise.resolve(true)), { asked: [], parts: [], answer: undefined });
  });

  it('stay where they are in the session of a debugger, which would save what a console profiles', async () => {
    const { connection, asked } = fakeInspector({ isShared: true });
    const rotation = new Rotation(connection, () => assert.fail());
    await rotation.start();
    await rotation.rotate();
    assert.deepEqual(asked, []);
  });

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
    const { connection } = fakeInspector();
    const nothing = () => Promise.resolve();
    const bridges = [undefined, { begin: nothing, end: nothing, works: () => true }];
    const taken: unknown[] = [];
    const openBridge = () => Promise.resolve(bridges.shift());
    const rotation = new Rotation(connection, (part) => taken.push(part), undefined, openBridge);
    await rotation.start();
    await rotation.rotate();
    assert.deepEqual(taken, ['part']);
    await rotation.stop();
    assert.equal(await rotation.rotate(() => nothing()), undefined);
    assert.equal(taken.length, 1);
  });
});
