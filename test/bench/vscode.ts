// How free VS Code's extension host stays, in a real VS Code: activation, recordings of all sizes, heat after a run. Run with
// `npx tsx test/bench/vscode.ts [--rounds=3] [part…]`; parts: activation, recordings, run.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { repository as root } from '../support/build.ts';
import { withScratch } from '../support/scratch.ts';
import { vscodeExecutable } from '../vscode-host/executable.ts';
import { quietSettings, writeSettings } from '../vscode-host/settings.ts';
import { corpusFile } from './corpus.ts';
import { median } from './load-runs.ts';
import { formatTime, operands as asked, option, publish } from './report.ts';
import type { BenchFigures, BenchRun, BenchTask } from './vscode-suite.ts';

const output = path.join(root, 'out/vscode-bench');
const suite = path.join(output, 'index.cjs');
/** The extension as it ships, in a folder of its own, so that other builds do not disturb it. */
const extension = path.join(output, 'extension');
const starts = 5;

async function buildAll(): Promise<void> {
  await rm(extension, { recursive: true, force: true });
  await mkdir(extension, { recursive: true });
  for (const name of ['package.json', 'package.nls.json', 'media'])
    await cp(path.join(root, name), path.join(extension, name), { recursive: true });
  const bundling = ['esbuild.mjs', '--production', `--outdir=${path.join(extension, 'dist')}`];
  await promisify(execFile)(process.execPath, bundling, { cwd: root });
  await build({
    ...{ entryPoints: [path.join(import.meta.dirname, 'vscode-suite.ts')], outfile: suite, bundle: true },
    ...{ platform: 'node', format: 'cjs', target: 'node20', external: ['vscode'], logLevel: 'warning' },
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
    extensionTestsEnv: { HEATLINE_BENCH_TASK: JSON.stringify(task), HEATLINE_BENCH_RESULT: result },
    launchArgs: [place, `--user-data-dir=${userData}`, `--extensions-dir=${path.join(place, 'ext')}`],
  });
  if (code !== 0) throw new Error(`VS Code ended with code ${code}`);
  return JSON.parse(await readFile(result, 'utf8')) as BenchFigures;
}

async function tasks(): Promise<BenchTask[]> {
  const compiler = path.join(root, 'node_modules/typescript/lib/_tsc.js');
  const args = ['-p', 'src/extension', '--noEmit', '--composite', 'false', '--emitDeclarationOnly', 'false'];
  const run = { program: compiler, args, cwd: root, opened: compiler, rounds: Number(option('rounds') ?? 3) };
  const files: string[] = [];
  for (const name of ['prettier-tsc', 'prettier-four', 'joined-half-gigabyte']) files.push(await corpusFile(name));
  return [
    ...Array.from({ length: starts }, (): BenchTask => ({ part: 'activation' })),
    { part: 'recordings', files },
    ...(['v8log', 'inspector'] as const).map((sampler): BenchTask => ({ part: 'run', run: { ...run, sampler } })),
  ];
}

const inTable: Readonly<Record<BenchRun['sampler'], string>> = { v8log: 'V8 log', inspector: 'inspector' };
const whatOf = (name: string): string =>
  name in inTable ? `tsc (${name}): recording on disk → heat in the editor` : name;

await withScratch(async (folder) => {
  await buildAll();
  const figures = new Map<string, number[]>();
  for (const task of await tasks()) {
    if (asked.length > 0 && !asked.includes(task.part)) continue;
    console.error(`${new Date().toISOString()} ${task.part}`);
    for (const [name, times] of Object.entries(await measure(folder, task)))
      figures.set(name, [...(figures.get(name) ?? []), ...times]);
  }
  const of = (name: string): string => formatTime(median(figures.get(name) ?? []));
  const heat = Object.entries(inTable).map(([sampler, name]) => `${of(sampler)} (${name})`);
  const rows = [...figures.keys()].map((name) => [whatOf(name), of(name), name in inTable ? '< 300 ms' : '≤ 50 ms']);
  await publish({
    summary: [
      ['VS Code: activation of the extension', of('activation')],
      ['VS Code: recording on disk → heat in the editor, tsc', heat.join(', ')],
    ],
    tables: [
      {
        ...{ title: 'In VS Code', columns: ['What', 'Measured', 'Goal'], rows },
        notes: ['Tasks are of the thread that all extensions share: how long it was not free, whoever kept it.'],
      },
    ],
  });
});
