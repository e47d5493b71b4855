const { Worker, isMainThread } = require('node:worker_threads');

function burn(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += Math.sqrt(i) * Math.sin(i);
  return sum;
}

if (isMainThread) {
  const worker = new Worker(__filename, { name: 'helper' });
  // In turns with the other, so that all of the time has samples of one of them.
  console.log(burn(3e6));
  worker.postMessage('go on');
} else {
  require('node:worker_threads').parentPort.once('message', () => console.log(burn(4e6)));
}
