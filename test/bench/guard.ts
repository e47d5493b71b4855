// Fails when opening a file has become slower, or takes more memory, than when `guard.json` was written. Measured is a whole
// process that opens it as the extension and the command line do (`analyze`), in turns with one that reads the same bytes
// naively: `JSON.parse`, and for V8's log splitting it into lines. CPU time is compared as a multiple of the naive process's,
// memory as it is: both on the Node of `support/nodes.ts`, for files with the same bytes everywhere (`guard-inputs.ts`).
// `npx tsx test/bench/guard.ts [rounds]`; with `--accept` the figures are stored as those to hold from now on.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { nodeBinary } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';
import { guardInputs, type GuardInput } from './guard-inputs.ts';
import { bundleChild, median } from './load-runs.ts';
import { operands } from './report.ts';

/**
 * By how much a figure may be above the accepted one. Beside other work on all cores CPU time varies by 10 to 30 % from one
 * process to the next, and the least of seven rounds, as a multiple of the naive way's least, by 3 to 6 % around its middle;
 * the median of memory by 1 to 4 %. Clocks vary by a multiple of that, and instructions cannot be counted in many containers.
 */
const ALLOWED = 1.15;

const acceptedFile = fileURLToPath(new URL('guard.json', import.meta.url));
const rounds = Number(operands[0] ?? 15);

/** CPU time in ms, peak memory in bytes. */
interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

/** What opening took: its CPU time as a multiple of the naive way's, its memory in MB. */
interface Figures {
  readonly ratio: number;
  readonly megabytes: number;
}

const least = (values: readonly number[]): number => Math.min(...values);

async function measureAll(inputs: readonly GuardInput[], open: Open): Promise<Record<string, Figures>> {
  const usages = inputs.map(() => ({ naive: [] as Usage[], opened: [] as Usage[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [i, { recording, floor }] of inputs.entries()) {
      usages[i].naive.push(await open(...floor));
      usages[i].opened.push(await open('analyze', recording));
    }
  }
  const figures = usages.map(({ naive, opened }): Figures => {
    const [cpu, naiveCpu] = [opened, naive].map((all) => least(all.map((one) => one.cpu)));
    const memory = median(opened.map((one) => one.memory));
    return { ratio: Number((cpu / naiveCpu).toFixed(3)), megabytes: Number((memory / 1e6).toFixed(1)) };
  });
  return Object.fromEntries(inputs.map(({ name }, i) => [name, figures[i]]));
}

type Open = (task: string, file: string) => Promise<Usage>;

const useChild = (work: (open: Open) => Promise<void>): Promise<void> =>
  withScratch(async (folder) => {
    const child = await bundleChild(folder, 'guard-child.ts');
    const node = await nodeBinary(20);
    await work(async (...args) => {
      const { stdout } = await promisify(execFile)(node, [child, ...args]);
      return JSON.parse(stdout) as Usage;
    });
  });

function judge(name: string, found: Figures, accepted: Figures | undefined): boolean {
  const [slower, larger] = (['ratio', 'megabytes'] as const).map((kind) => found[kind] / (accepted?.[kind] ?? 0));
  const isHeld = slower <= ALLOWED && larger <= ALLOWED;
  const change = (factor: number): string => `${factor < 1 ? '' : '+'}${((factor - 1) * 100).toFixed(0)} %`;
  const figures = `${found.ratio.toFixed(2)} (${change(slower)}), ${found.megabytes.toFixed(0)} MB (${change(larger)})`;
  console.log(`${isHeld ? 'held  ' : 'FAILED'} ${name.padEnd(22)} ${figures}`);
  return isHeld;
}

const ADVICE = `
Opening takes more than ${((ALLOWED - 1) * 100).toFixed(0)} % more than when test/bench/guard.json was written: the figures are its CPU time
as a multiple of reading the same bytes naively, and its memory. To see why, profile it, before and after the change:
  node --cpu-prof --import=tsx test/bench/guard-child.ts analyze ~/.cache/heatline/guard/*/72.cpuprofile
Where the price is worth paying, store the new figures: npx tsx test/bench/guard.ts --accept`;

await useChild(async (open) => {
  const found = await measureAll(await guardInputs(), open);
  if (process.argv.includes('--accept')) {
    await writeFile(acceptedFile, `${JSON.stringify(found, undefined, 2)}\n`);
    return;
  }
  const accepted = JSON.parse(await readFile(acceptedFile, 'utf8')) as Record<string, Figures>;
  const held = Object.entries(found).map(([name, figures]) => judge(name, figures, accepted[name]));
  if (held.every(Boolean)) return;
  console.log(ADVICE);
  process.exitCode = 1;
});
