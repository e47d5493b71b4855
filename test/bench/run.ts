// Every bench, one after the other, and at the end all tables as Markdown under the date and the class of the machine,
// ready for the README. `npm run bench [name…] [-- --quick]`; names: load, growth, v8-log, source-maps, end-to-end,
// flame-graph, vscode, overhead. `--quick`: one round of each, to see that they run. On a machine that does nothing
// else; the whole takes an hour or more, and the first time some minutes more for the corpus and the peers.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { machineClass, operands } from './report.ts';

interface Bench {
  readonly nodeFlags?: readonly string[];
  readonly quick: readonly string[];
}

const benches: Readonly<Record<string, Bench>> = {
  load: { quick: ['1', 'tsc-large', 'prettier-tsc'] },
  growth: { quick: ['1'] },
  'v8-log': { quick: ['1', 'prettier-log'] },
  'source-maps': { nodeFlags: ['--expose-gc'], quick: ['1'] },
  'end-to-end': { quick: ['1'] },
  'flame-graph': { quick: ['--rounds=1', 'prettier-tsc'] },
  vscode: { quick: ['activation'] },
  overhead: { quick: ['1'] },
};

const isQuick = process.argv.includes('--quick');
const unknown = operands.filter((name) => !(name in benches));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--') && argument !== '--quick');
if (unknown.length + flags.length > 0)
  throw new Error(
    `There is no ${[...unknown, ...flags].join()}; there are the benches ${Object.keys(benches).join(', ')}, and --quick.`,
  );

let results = `Measured on ${machineClass()}.\n`;
for (const [name, { nodeFlags = [], quick }] of Object.entries(benches)) {
  if (operands.length > 0 && !operands.includes(name)) continue;
  console.error(`\n${name}`);
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { code, output } = await run(['--import=tsx', ...nodeFlags, file, ...(isQuick ? quick : []), '--markdown']);
  // What the test host of VS Code adds is no result.
  const lines = output.split('\n').filter((line) => !line.startsWith('Exit code:'));
  results += `\n${lines.join('\n').trim()}\n`;
  if (code !== 0) {
    results += `\n(${name} ended with code ${code}.)\n`;
    process.exitCode = 1;
  }
}
console.log(`\n${results}`);

/** Standard output is the result; what else a bench says goes through. */
function run(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
