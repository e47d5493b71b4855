// Feeds the readers with damaged recordings: `npm run fuzz -- --seconds 60 --seed 1`. Each is either refused with a
// sentence about the file or analysed consistently; the files of those that are not stay where they are, and are listed.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { loadOriginals } from './originals.ts';
import { fileOf, type Outcome, tryMutant } from './try-mutant.ts';

/** Ends the process when a mutant takes a minute: the thread that reads it cannot notice that itself. */
const watchdogProgram = `
const { parentPort } = require('node:worker_threads');
let timer;
parentPort.on('message', (file) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    require('node:fs').writeSync(2, file + '\\n  hangs\\n');
    process.kill(process.pid, 'SIGKILL');
  }, 60_000);
});`;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
  },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if (!(seconds > 0) || !Number.isSafeInteger(seed)) throw new Error('--seconds and --seed are numbers.');

const originals = (await loadOriginals()).filter(({ name }) => name.startsWith(values.only));
if (originals.length === 0) throw new Error(`No recording begins with ${values.only}.`);
const folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-fuzz-'));
const watchdog = new Worker(watchdogProgram, { eval: true });
const begin = performance.now();
const elapsed = (): number => (performance.now() - begin) / 1000;
const failed: Outcome[] = [];
let [mutants, refused] = [0, 0];
console.log(`seed ${seed}, ${seconds} s: ${originals.map(({ name }) => name).join(', ')}`);
while (elapsed() < seconds) {
  const original = originals[mutants % originals.length];
  watchdog.postMessage(fileOf(folder, original, seed + mutants));
  const outcome = await tryMutant(folder, original, seed + mutants);
  mutants++;
  if (outcome.isRefused) refused++;
  if (outcome.problems.length === 0) continue;
  failed.push(outcome);
  console.log(`\n${outcome.file}\n  ${outcome.problems.slice(0, 4).join('\n  ')}`);
}
await watchdog.terminate();
console.log(
  `${mutants} mutants (${(mutants / elapsed()).toFixed(0)} per second), ${refused} refused, ${failed.length} failed`,
);
if (failed.length === 0) await rm(folder, { recursive: true });
process.exitCode = failed.length === 0 ? 0 : 1;
