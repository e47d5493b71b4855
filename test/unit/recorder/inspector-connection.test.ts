import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import {
  ConnectionLost,
  connectInspector,
  type InspectorConnection,
} from '../../../src/recorder/inspector/inspector-connection.ts';

/** Connects to a server that answers each request like this; `$` stands for the request's id. */
async function connectTo(answer: string | undefined, work: (connection: InspectorConnection) => Promise<void>) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (client) => {
    client.on('message', (data: Buffer) => {
      const { id } = JSON.parse(data.toString()) as { id: number };
      if (answer === undefined) client.terminate();
      else client.send(answer.replace('$', String(id)));
    });
  });
  try {
    const connection = await connectInspector(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await work(connection);
    connection.close();
  } finally {
    server.close();
  }
}

describe('the connection to an inspector', () => {
  it('gives answers', () =>
    connectTo('{"id":$,"result":{"id":"a"}}', async (connection) => {
      assert.deepEqual(await connection.send('Runtime.getIsolateId'), { id: 'a' });
    }));

  it('rejects with what the inspector says', () =>
    connectTo('{"id":$,"error":{"code":-32000,"message":"No profile"}}', async (connection) => {
      await assert.rejects(connection.send('Profiler.enable'), /No profile/);
    }));

  it('ends when an answer cannot be read', () =>
    connectTo('{"id":$,"result":{', async (connection) => {
      await assert.rejects(connection.send('Profiler.enable'), ConnectionLost);
      await connection.closed;
    }));

  it('carries sessions, each with numbers of its own', () =>
    connectTo('{"id":$,"result":{"sessionId":"none"},"sessionId":"A1"}', async (connection) => {
      const [session, other] = [connection.openSession('A1'), connection.openSession('B2')];
      assert.deepEqual(await session.send('Runtime.getIsolateId'), { sessionId: 'none' });
      const lost = assert.rejects(other.send('Profiler.enable'), ConnectionLost);
      connection.close();
      await Promise.all([lost, other.closed, session.closed]);
      await assert.rejects(session.send('Profiler.enable'), ConnectionLost);
    }));

  it('rejects what was not answered when it ends', () =>
    connectTo(undefined, async (connection) => {
      await assert.rejects(connection.send('Profiler.enable'), ConnectionLost);
      await connection.closed;
      await assert.rejects(connection.send('Profiler.enable'), ConnectionLost);
    }));

  it('is given up where what listens says nothing', async () => {
    const clients: Socket[] = [];
    const server = createServer((client) => clients.push(client)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      await assert.rejects(connectInspector(url, 20), {
        code: 'inspector-unreachable',
        message: /^Cannot connect to the program's inspector: .*timed out\.$/,
      });
    } finally {
      for (const client of clients) client.destroy();
      server.close();
    }
  });
});
