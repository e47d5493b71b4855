// How free VS Code's extension host stays, in a real VS Code: activation, recordings of all sizes, heat after a run, the
// cost of heat when a file opens, memory. Run with `npx tsx test/bench/vscode.ts [--profile] [--rounds=3] [part…]`;
// parts: activation, recordings, run, retention. `--profile` leaves CPU profiles of the host in out/vscode-bench.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { vscodeExecutable } from '../vscode-host/executable.ts';
import { quietSettings, writeSettings } from '../vscode-host/settings.ts';
import { corpusFile } from './corpus.ts';
import type { BenchFigures, BenchTask } from './vscode/figures.ts';
import { operands as asked, option, publish } from './report.ts';
import { rowsOf, summaryOf } from './vscode/report.ts';

const root = path.resolve(import.meta.dirname, '../..');
const output = path.join(root, 'out/vscode-bench');
const suite = path.join(output, 'index.cjs');
/** The extension as it ships, in a folder of its own, so that other builds do not disturb it. */
const extension = path.join(output, 'extension');

const starts = 5;
const rounds = Number(option('rounds') ?? 3);
const flag = (name: string): boolean => process.argv.includes(`--${name}`);

async function buildAll(): Promise<void> {
  await rm(extension, { recursive: true, force: true });
  await mkdir(extension, { recursive: true });
  for (const name of ['package.json', 'package.nls.json', 'media'])
    await cp(path.join(root, name), path.join(extension, name), { recursive: true });
  await promisify(execFile)(
    process.execPath,
    ['esbuild.mjs', '--production', `--outdir=${path.join(extension, 'dist')}`],
    { cwd: root },
  );
  await build({
    entryPoints: [path.join(import.meta.dirname, 'vscode-suite.ts')],
    outfile: suite,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    logLevel: 'warning',
  });
}

/** Keeps language extensions away from opened programs: they take longer than everything that is measured. */
const withoutLanguages = { 'files.associations': { '*.js': 'plaintext', '*.cjs': 'plaintext', '*.mjs': 'plaintext' } };

/** Measures one part in a new window. */
async function measure(folder: string, task: BenchTask): Promise<BenchFigures> {
  const place = await mkdtemp(path.join(folder, 'window-'));
  const result = path.join(place, 'result.json');
  const userData = path.join(place, 'ud');
  writeSettings(userData, { ...quietSettings, ...withoutLanguages });
  const code = await runTests({
    vscodeExecutablePath: await vscodeExecutable(),
    extensionDevelopmentPath: extension,
    extensionTestsPath: suite,
    extensionTestsEnv: {
      HEATLINE_BENCH_TASK: JSON.stringify(task),
      HEATLINE_BENCH_RESULT: result,
      HEATLINE_BENCH_PROFILES: flag('profile') ? output : '',
    },
    launchArgs: [place, `--user-data-dir=${userData}`, `--extensions-dir=${path.join(place, 'ext')}`],
  });
  if (code !== 0) throw new Error(`VS Code ended with code ${code}`);
  return JSON.parse(await readFile(result, 'utf8')) as BenchFigures;
}

const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  allowImportingTsExtensions: true,
  jsx: 'react-jsx',
  jsxImportSource: 'preact',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node', 'mocha', 'vscode'],
  typeRoots: [path.join(root, 'node_modules/@types')],
};

/** Arguments of a compilation that takes some ten seconds recorded: the largest that takes less than nine alone. */
async function tenSeconds(folder: string, compiler: string): Promise<string[]> {
  let args: string[] = [];
  for (const part of ['core', 'webview', 'extension', '*']) {
    const project = path.join(folder, `tsconfig-${part === '*' ? 'all' : part}.json`);
    await writeFile(
      project,
      JSON.stringify({
        compilerOptions,
        include: [path.join(root, `src/${part}/**/*`)],
        exclude: [path.join(root, 'src/*/kernel')],
      }),
    );
    const start = performance.now();
    // It fails, because it compiles only a part of the project. What matters is the work until then.
    await promisify(execFile)(process.execPath, [compiler, '-p', project]).catch(() => undefined);
    if (args.length > 0 && performance.now() - start > 9000) break;
    args = ['-p', project];
  }
  return args;
}

async function tasks(folder: string): Promise<BenchTask[]> {
  const compiler = path.join(root, 'node_modules/typescript/lib/_tsc.js');
  const endFile = path.join(folder, 'ended');
  const program = path.join(folder, 'compile.cjs');
  await writeFile(
    program,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(endFile)}, String(Date.now())));
     require(${JSON.stringify(compiler)});`,
  );
  const args = asked.length > 0 && !asked.includes('run') ? [] : await tenSeconds(folder, compiler);
  const run = { program, args, cwd: root, endFile, opened: compiler, rounds };
  const sized = async (name: string): Promise<{ file: string; megabytes: number }> => {
    const file = await corpusFile(name);
    return { file, megabytes: Math.round((await stat(file)).size / 1e6) };
  };
  const [small, tsc, large, larger] = await Promise.all(
    ['tsc-large', 'prettier-tsc', 'prettier-four', 'joined-half-gigabyte'].map(sized),
  );
  return [
    ...Array.from({ length: starts }, (): BenchTask => ({ part: 'activation' })),
    { part: 'recordings', recordings: [tsc, large, larger] },
    { part: 'run', run: { ...run, sampler: 'v8log', openings: 9 } },
    { part: 'run', run: { ...run, sampler: 'inspector', openings: 0 } },
    { part: 'retention', recordings: [large, tsc, small, tsc, large].map(({ file }) => file) },
  ];
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-bench-'));
try {
  await buildAll();
  const figures: BenchFigures[] = [];
  for (const task of await tasks(folder)) {
    if (asked.length > 0 && !asked.includes(task.part)) continue;
    console.error(`${new Date().toISOString()} ${task.part}`);
    figures.push(await measure(folder, task));
  }
  const table = {
    title: 'In VS Code',
    columns: ['what', 'measured', 'goal'],
    rows: rowsOf(figures),
    notes: [
      'Times are those of the thread that all extensions share: how long it was not free and, in brackets, the CPU time of that; the first grows with everything else that the machine does.',
    ],
  };
  await publish({ summary: summaryOf(figures), tables: [table] });
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
