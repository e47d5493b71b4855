import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAddon } from '../../../../src/in-program/frame-repair/frame-repair.ts';
import { itWhere } from '../../../support/it-where.ts';

const binary = path.resolve('src/in-program/frame-repair/prebuilt/linux-x64.node');
const isThere = process.platform === 'linux' && process.arch === 'x64';
const onLinux = itWhere(isThere, 'the addon is for Linux x64');

const ROUNDS = 15;

describe('what a listening socket sends', () => {
  const { addon } = openAddon(binary);
  const servers: net.Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** Answers each word with two pieces, as a program does that answers the recorder and then closes its inspector. */
  async function listen(): Promise<number> {
    const server = net.createServer((socket) =>
      socket.on('data', () => {
        socket.write('a');
        socket.write('b');
      }),
    );
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return (server.address() as net.AddressInfo).port;
  }

  /** Milliseconds from a word until both pieces of the answer are there: the median. */
  async function answerTime(port: number): Promise<number> {
    const socket = net.connect(port, '127.0.0.1').setNoDelay(true);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const begin = performance.now();
      socket.write('?');
      let length = 0;
      while (length < 2) length += String(await once(socket, 'data')).length;
      times.push(performance.now() - begin);
      await sleep(1);
    }
    socket.destroy();
    return times.sort((a, b) => a - b)[ROUNDS >> 1];
  }

  onLinux('goes out at once where that is asked for', async () => {
    assert.ok(addon);
    const [usual, hurried] = [await listen(), await listen()];
    assert.equal(addon.sendAtOnce(hurried), 1);
    const [slow, fast] = [await answerTime(usual), await answerTime(hurried)];
    assert.ok(fast < slow / 2, `${fast.toFixed(1)} and ${slow.toFixed(1)} ms`);
  });

  onLinux('is left alone where nobody listens on that port', async () => {
    assert.ok(addon);
    const port = await listen();
    const client = net.connect(port, '127.0.0.1');
    await once(client, 'connect');
    assert.equal(addon.sendAtOnce(client.localPort ?? 0), 0, 'a socket that is connected does not listen');
    client.destroy();
    assert.equal(addon.sendAtOnce(0), 0);
  });
});
