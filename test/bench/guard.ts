// Fails when opening a file has become slower, or takes more memory, than in the state that was accepted last. Measured is a whole
// process that opens it as the extension and the command line do (`analyze`): of today, of the accepted state, which is kept as a
// bundle beside this file, and one that reads the same bytes naively (`JSON.parse`, and for V8's log splitting it into lines), in
// turns. So neither the processor nor what else the machine does tells them apart. On the Node of `support/nodes.ts`, for files with
// the same bytes everywhere (`guard-inputs.ts`).
// `npx tsx test/bench/guard.ts [rounds]`; with `--accept` today's state is kept as the one to hold from now on.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { nodeBinary } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';
import { guardInputs, type GuardInput } from './guard-inputs.ts';
import { bundleChild, median } from './load-runs.ts';
import { operands } from './report.ts';

/** By how much the least CPU time and the usual memory may be above those of the accepted state. */
const ALLOWED = 1.15;
/**
 * Other work on the host makes a process up to 90 % slower and never faster; one in four stays within 15 % of the fastest. A few rounds
 * may all be disturbed, many are not: so there are more of them while an input does not hold.
 */
const FEWEST = 6;
const most = Number(operands[0] ?? 30);

const acceptedFile = fileURLToPath(new URL('guard-accepted.mjs.br', import.meta.url));

/** What a process took: CPU time in ms, and its peak of memory in bytes. */
interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

type Run = (task: string, file: string) => Promise<Usage>;
interface Round {
  readonly naive: Usage;
  readonly accepted: Usage;
  readonly today: Usage;
}

const least = (all: readonly Round[], who: keyof Round): number => Math.min(...all.map((round) => round[who].cpu));
const usual = (all: readonly Round[], who: keyof Round): number => median(all.map((round) => round[who].memory));
const change = (factor: number): string => `${factor < 1 ? '' : '+'}${((factor - 1) * 100).toFixed(0)} %`;

/** Measures one input, and says what came of it. False where today's state takes too much. */
async function holds({ name, recording, floor }: GuardInput, today: Run, accepted: Run): Promise<boolean> {
  const all: Round[] = [];
  const isHeld = (): boolean =>
    [least, usual].every((figure) => figure(all, 'today') <= figure(all, 'accepted') * ALLOWED);
  while (all.length < FEWEST || (all.length < most && !isHeld())) {
    const naive = await today(...floor);
    all.push({ naive, accepted: await accepted('analyze', recording), today: await today('analyze', recording) });
  }
  const ratio = (least(all, 'today') / least(all, 'naive')).toFixed(2);
  const [slower, larger] = [least, usual].map((figure) => change(figure(all, 'today') / figure(all, 'accepted')));
  const figures = `${ratio} (${slower}), ${(usual(all, 'today') / 1e6).toFixed(0)} MB (${larger}), ${all.length} rounds`;
  console.log(`${isHeld() ? 'held  ' : 'FAILED'} ${name.padEnd(22)} ${figures}`);
  return isHeld();
}

const ADVICE = `
Opening takes more than ${((ALLOWED - 1) * 100).toFixed(0)} % more than in the state that was accepted last: the figures are its CPU time as a
multiple of reading the same bytes naively, and its memory. To see why, profile it, before and after the change:
  node --cpu-prof --import=tsx test/bench/guard-child.ts analyze ~/.cache/heatline/guard/*/72.cpuprofile
Where the price is worth paying, keep the new state: npx tsx test/bench/guard.ts --accept`;

await withScratch(async (folder) => {
  const child = await bundleChild(folder, 'guard-child.ts', { minify: true });
  if (process.argv.includes('--accept')) {
    await writeFile(acceptedFile, brotliCompressSync(await readFile(child)));
    return;
  }
  const acceptedChild = join(folder, 'accepted.mjs');
  await writeFile(acceptedChild, brotliDecompressSync(await readFile(acceptedFile)));
  const node = await nodeBinary(20);
  const [today, accepted] = [child, acceptedChild].map((file): Run => async (...args) => {
    const { stdout } = await promisify(execFile)(node, [file, ...args]);
    return JSON.parse(stdout) as Usage;
  });
  let isHeld = true;
  for (const input of await guardInputs()) isHeld = (await holds(input, today, accepted)) && isHeld;
  if (isHeld) return;
  console.log(ADVICE);
  process.exitCode = 1;
});
