import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { openAddon } from '../../../src/in-program/frame-repair/frame-repair.ts';
import { itWhere } from '../../support/it-where.ts';

const binary = path.resolve('src/in-program/frame-repair/prebuilt/linux-x64.node');
const onLinux = itWhere(process.platform === 'linux' && process.arch === 'x64', 'the addon is for Linux x64');

describe('what a listening socket sends', () => {
  onLinux('goes out at once where that is asked for, and is left alone where nobody listens on that port', async () => {
    const { addon } = openAddon(binary);
    assert.ok(addon);
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    const client = net.connect(port, '127.0.0.1');
    await once(client, 'connect');
    assert.equal(addon.sendAtOnce(port), 1);
    assert.equal(addon.sendAtOnce(client.localPort ?? 0), 0, 'a socket that is connected does not listen');
    assert.equal(addon.sendAtOnce(0), 0);
    client.destroy();
    server.close();
  });
});
