import assert from 'node:assert/strict';
import type { InspectorConnection } from '../../../src/recorder/inspector/inspector-connection.ts';
import { Rotation } from '../../../src/recorder/sampling/rotate.ts';

/** An inspector that notes what it is asked. `goneWorld`: one that the program does not have any more. */
function fakeInspector({ isShared = false, goneWorld = 0 } = {}): {
  readonly connection: InspectorConnection;
  readonly asked: string[];
} {
  const asked: string[] = [];
  interface Params {
    readonly functionDeclaration?: string;
    readonly objectId?: string;
    readonly contextId?: number;
  }
  const send = (method: string, { functionDeclaration = '', objectId, contextId }: Params = {}): Promise<object> => {
    if (objectId === String(goneWorld)) return Promise.reject(new Error('Could not find object with given id'));
    asked.push(/this\.\w+/.exec(functionDeclaration)?.[0] ?? method);
    return Promise.resolve({ result: { objectId: String(contextId) }, profile: 'part' });
  };
  const connection = { send, on: () => undefined, closed: new Promise(() => undefined), isShared };
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

  it('are taken under a bridge of a world of our own, which is opened anew where a page was loaded anew', async () => {
    const { connection, asked } = fakeInspector({ goneWorld: 1 });
    let worlds = 0;
    const parts: unknown[] = [];
    const open = (): Promise<number> => Promise.resolve(++worlds);
    const rotation = new Rotation(connection, (part) => parts.push(part), undefined, open);
    await rotation.start();
    await rotation.rotate();
    await rotation.stop();
    assert.deepEqual([worlds, parts], [2, ['part']]);
    assert.deepEqual(asked, ['Runtime.evaluate', 'Profiler.stop', 'Profiler.start', 'Runtime.evaluate']);
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
});
