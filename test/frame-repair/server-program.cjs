// An http server whose requests are computed by worker threads, and its own client; prints a sum and ends. Workers come
// and go, so that isolates are met in places where others were.
const http = require('node:http');
const { once } = require('node:events');
const { Worker, isMainThread, parentPort } = require('node:worker_threads');

function compute(seed) {
  const list = [];
  for (let k = 0; k < 400; k++) list.push(`${seed}:${k}`);
  const byKey = Object.fromEntries(list.map((key, k) => [key, k]));
  let sum = 0;
  for (const key of list) sum += byKey[key] + key.indexOf(':') + parseInt(key, 10);
  return { sum, text: list.join('').slice(0, 50).toUpperCase(), tail: [...list.slice(-3)] };
}

async function serve() {
  let workers = [];
  const renew = async () => {
    await Promise.all(workers.map((worker) => worker.terminate()));
    workers = Array.from({ length: 2 }, () => new Worker(__filename));
    await Promise.all(workers.map((worker) => once(worker, 'online')));
  };
  let turn = 0;
  const ask = async (seed) => {
    const worker = workers[turn++ % workers.length];
    const channel = new MessageChannel();
    worker.postMessage({ seed, port: channel.port2 }, [channel.port2]);
    const [answer] = await once(channel.port1, 'message');
    channel.port1.close();
    return answer;
  };
  const server = http.createServer((request, response) => {
    const seed = Number(request.url.slice(1));
    void ask(seed).then((answer) => response.end(JSON.stringify({ ...answer, own: compute(seed).sum })));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  let sum = 0;
  for (let round = 0; round < 4; round++) {
    await renew();
    for (let k = 0; k < 400; k += 20) {
      const seeds = Array.from({ length: 20 }, (_, n) => round * 1000 + k + n);
      const answers = await Promise.all(
        seeds.map((seed) => fetch(`http://127.0.0.1:${port}/${seed}`).then((r) => r.json())),
      );
      for (const { sum: theirs, own, text } of answers) sum += theirs + own + text.length;
    }
  }
  await Promise.all(workers.map((worker) => worker.terminate()));
  server.closeAllConnections();
  server.close();
  console.log(`sum ${sum}`);
}

if (isMainThread) void serve();
else parentPort.on('message', ({ seed, port }) => port.postMessage(compute(seed)));
