import { fork } from 'node:child_process';
import http from 'node:http';
import { finish, phase } from './harness.ts';

let sink = 1;
function handleOften(): void {
  let x = sink;
  for (let i = 0; i < 80_000_000; i++) x = (Math.imul(x, 31) + i) | 0; // @ten-requests
  sink = x;
}
function handleOnce(): void {
  let x = sink;
  for (let i = 0; i < 80_000_000; i++) x = (Math.imul(x, 31) + i) | 0; // @one-request
  sink = x;
}

const get = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    http.get(url, (response) => response.resume().on('end', resolve)).on('error', reject);
  });

async function tenRequests(base: string): Promise<void> {
  for (let i = 0; i < 10; i++) {
    await get(`${base}/10`);
    phase('ten-requests', handleOften);
  }
}

async function oneRequest(base: string): Promise<void> {
  await get(`${base}/100`);
  phase('one-request', handleOnce);
}

function serve(): void {
  const server = http.createServer((request, response) => {
    setTimeout(() => response.end('done'), Number(request.url?.slice(1)));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
  process.on('disconnect', () => process.exit());
}

if (process.argv[2] === 'serve') serve();
else {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const server = fork(process.argv[1], ['serve'], { env, execArgv: process.execArgv.filter(isLoader) });
  server.once('message', (port) => {
    const base = `http://127.0.0.1:${port as number}`;
    void Promise.all([tenRequests(base), oneRequest(base)]).then(() => {
      server.disconnect();
      finish();
      process.exitCode = sink === 0.5 ? 1 : 0;
    });
  });
}

/** Only what the server needs to start: not what samples this program. */
function isLoader(argument: string, index: number, all: readonly string[]): boolean {
  return argument === '--import' || all[index - 1] === '--import' || argument.startsWith('--import=');
}
