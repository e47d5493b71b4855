// Asks a server for many pages, eight at a time.
import { Agent, get } from 'node:http';

const [port, requests] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const paths = ['/fibonacci/18', '/table/200', '/json', '/nowhere'];

const ask = (path) =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
  });

let next = 0;
const lane = async () => {
  while (next < requests) await ask(paths[next++ % paths.length]);
};
await Promise.all(Array.from({ length: 8 }, lane));
agent.destroy();
