// Every bench, one after the other. Each result replaces the last one in results.json, from which README.md and
// docs/performance.md are written. `npm run bench [name…] [-- --quick]`; names: load, formats, flame-graph, vscode, overhead,
// threads, calls.
// `--quick`: one round of each, to see that they run; nothing is stored. On a machine that does nothing else; the whole takes
// the better part of an hour, and the first time some minutes more for the corpus.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDocuments } from '../docs/documents.ts';
import { type Report, storeReport } from '../docs/results.ts';
import { withScratch } from '../support/scratch.ts';
import { operands } from './report.ts';

interface Bench {
  /** The bench of another name, and how it is told that it is this one. */
  readonly by?: readonly [name: string, option: string];
  readonly quick: readonly string[];
}

const benches: Readonly<Record<string, Bench>> = {
  load: { quick: ['1', 'tsc-large', 'prettier-tsc'] },
  formats: { quick: ['1', 'as V8 writes'] },
  'flame-graph': { quick: ['--rounds=1', 'prettier-tsc'] },
  vscode: { quick: ['activation'] },
  overhead: { quick: ['1'] },
  calls: { quick: ['1'] },
  threads: { by: ['overhead', '--threads'], quick: ['1'] },
};

const isQuick = process.argv.includes('--quick');
const unknown = operands.filter((name) => !(name in benches));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--') && argument !== '--quick');
if (unknown.length + flags.length > 0)
  throw new Error(
    `There is no ${[...unknown, ...flags].join()}; there are the benches ${Object.keys(benches).join(', ')}, and --quick.`,
  );

await withScratch(async (folder) => {
  for (const [name, { by = [name], quick }] of Object.entries(benches)) {
    if (operands.length > 0 && !operands.includes(name)) continue;
    console.log(`\n${name}`);
    const [script, ...asked] = by;
    const bench = fileURLToPath(new URL(`${script}.ts`, import.meta.url));
    const report = join(folder, `${name}.json`);
    const code = await run(['--import=tsx', bench, ...asked, ...(isQuick ? quick : []), `--report=${report}`]);
    if (code !== 0) {
      console.log(`${name} ended with code ${code}; nothing of it is stored.`);
      process.exitCode = 1;
    } else if (!isQuick) {
      await storeReport('test/bench/results.json', name, JSON.parse(await readFile(report, 'utf8')) as Report);
      await writeDocuments();
    }
  }
});

function run(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
