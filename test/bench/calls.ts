// What `heatline time` costs a program that calls a function which is too short to time a hundred million times: CPU time of these
// calls without and with it, in turns; the least of all rounds, since V8 now and then compiles these loops in a slower way. After `npm run build`:
// `npx tsx test/bench/calls.ts [rounds]`.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeBinary, nodeMajors } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';
import { fixed, operands, progress, publish } from './report.ts';

const CALLS = 1e8;
const rounds = Number(operands[0] ?? 5);

/** What calls `short`, as often as the loop turns. */
const programs: Readonly<Record<string, string>> = {
  'a method that adds to a field':
    'class Sum { of = 0; short(x) { this.of = (this.of + x) | 0; } } const sum = new Sum(); const call = (i) => sum.short(i);',
  'a function of one addition, which V8 puts into the loop': 'function short(x) { return x + 1; } const call = short;',
};

const textOf = (declared: string): string => `${declared}
function main() { for (let i = 0; i < ${CALLS}; i++) call(i); }
const before = process.cpuUsage();
main();
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1e3);
`;

await withScratch(async (folder) => {
  const rows: string[][] = [];
  const cpuOf = async (file: string, args: readonly string[]): Promise<number> =>
    Number((await promisify(execFile)(file, args, { cwd: folder })).stdout);
  for (const major of nodeMajors)
    for (const [name, declared] of Object.entries(programs)) {
      const node = await nodeBinary(major);
      await writeFile(join(folder, 'main.js'), textOf(declared));
      const time = [join(process.cwd(), 'dist/cli.cjs'), 'time', '--runtime', node, '--function', 'short', 'main.js'];
      const [plain, timed]: number[][] = [[], []];
      for (let round = 0; round < rounds; round++) {
        plain.push(await cpuOf(node, ['main.js']));
        timed.push(await cpuOf(process.execPath, time));
      }
      const perCall = (each: readonly number[]): string => `${fixed((Math.min(...each) / CALLS) * 1e6, 1)} ns`;
      const ratio = fixed(Math.min(...timed) / Math.min(...plain), 1);
      progress(`Node ${major}, ${name}: ${ratio}`);
      rows.push([`Node ${major}`, name, perCall(plain), perCall(timed), ratio]);
    }
  await publish({
    summary: [],
    tables: [
      {
        title: 'A hundred million calls of what is too short to time: CPU time of each',
        columns: ['Node', 'Function', 'Without', '`heatline time`', 'Ratio'],
        rows,
        notes: [`The least of ${rounds} rounds in turns, all calls of the function counted.`],
      },
    ],
  });
});
