// Run by Node with --prof: workers come and go in a storm of signals, and leave records of their signals. Prints how many there were, as JSON.
// `node --prof storm-program.cjs <frame repair's addon> <marker> <storm's addon> <how many workers> <how files of records begin>`
const { Worker, isMainThread, workerData } = require('node:worker_threads');

const concatenate = () => {
  let length = 0;
  for (let i = 0; i < 5000; i++) length += `${i}-item-${i + 1}`.length;
  return length;
};
const cell = new Int32Array(new SharedArrayBuffer(4));
const pause = () => Atomics.wait(cell, 0, 0, 1);

function load(file) {
  const addon = { exports: {} };
  process.dlopen(addon, file);
  return addon.exports;
}

function main([repairFile, marker, stormFile, workers, records]) {
  const repair = load(repairFile);
  const storm = load(stormFile);
  if (repair.prepareRepair(Number(marker)) !== 0) throw new Error('it cannot be prepared');
  const installation = repair.install();
  if (installation !== 1) throw new Error(`the installation gave ${installation}`);
  repair.beginRecords(records);
  let started = 0;
  const isOver = () => started >= Number(workers);
  let live = 0;
  const finish = () => {
    // Before V8 takes its handler away: then the signal would end the process. It may wait for a thread without a processor.
    const sent = storm.stop();
    setTimeout(() => {
      const [samples, mended] = repair.counters();
      console.log(JSON.stringify({ sent, samples, mended, workers: started }));
    }, 200);
  };
  const spawn = () => {
    live++;
    const worker = new Worker(__filename, { workerData: [repairFile, records] });
    // Every third ends wherever it happens to be.
    if (started++ % 3 === 0) setTimeout(() => void worker.terminate(), started % 60);
    worker.on('exit', () => {
      live--;
      if (!isOver()) spawn();
      else if (live === 0) finish();
    });
  };
  const work = () => {
    concatenate();
    pause();
    if (!isOver() || live > 0) setImmediate(work);
  };
  storm.start();
  for (let k = 0; k < 3; k++) spawn();
  work();
}

if (isMainThread) main(process.argv.slice(2));
else {
  const [repairFile, records] = workerData;
  load(repairFile).beginRecords(records);
  for (let k = 0; k < 20; k++) {
    concatenate();
    pause();
  }
}
