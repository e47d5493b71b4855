// Runs the tests: `npm test`, or some layers: `npm test -- unit golden`. Every test runs once. Two lanes run at the same
// time, so that no core waits: tests with mocha in one, those in a VS Code in the other. Each file is told as it ends. At the
// end stand the sums of the layers, the slowest files, what was skipped and why, and what failed. The last line is the sum
// alone: `N passed, N failed`, or `N passed, N failed, N skipped`.
//
// `--fast` runs the deterministic layers only, for the time while one writes: HEATLINE_TEST_FAST tells long tests to run a part.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installForTests } from './install.ts';

/** What one test file reports; a failure is its full title, and its message in the lines after. */
export interface FileResult {
  /** Relative to the project; empty for a failure of no single file. */
  file: string;
  passes: number;
  readonly failures: string[];
  readonly skipped: string[];
  /** Time of its tests and hooks. */
  seconds: number;
}

/** One process that runs test files. */
interface Part {
  readonly name: string;
  readonly command: readonly string[];
  /** The files that it has to report; undefined where it chooses them itself. */
  readonly files?: readonly string[];
  /** Whether it needs more than this Node and the project. */
  readonly needsInstalled: boolean;
}

/** The layers that start no process, and those that do. In this order, so that a run does not end with one long file. */
const deterministicLayers = ['truth', 'golden', 'accuracy', 'unit'];
const liveLayers = ['live', 'webview', 'package'];
const vscodeParts = ['development', 'installed', 'window'];
const layers = [...deterministicLayers, ...liveLayers, 'vscode'];

/** Files at a time. Live tests wait for programs now and then, so there is one more than cores. */
const jobs = os.availableParallelism() + 1;

/** A part that says nothing for so long hangs, in a way that mocha's own limits cannot end. */
const SILENCE_MS = 20 * 60_000;

const node = [process.execPath, '--import=tsx'];

function mochaPart(wanted: readonly string[], needsInstalled: boolean): Part[] {
  const files = wanted.flatMap(testFiles);
  if (files.length === 0) return [];
  const mocha = [process.execPath, 'node_modules/mocha/bin/mocha.js', '--parallel', '--jobs', String(jobs)];
  const color = process.stdout.isTTY ? ['--color'] : [];
  return [{ name: wanted.join(', '), command: [...mocha, ...color, ...files], files, needsInstalled }];
}

function testFiles(layer: string): string[] {
  const folder = path.join('test', layer);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => path.join(folder, name));
}

function lanesOf(wanted: readonly string[]): Part[][] {
  const of = (some: readonly string[]): string[] => some.filter((layer) => wanted.includes(layer));
  const vscode = vscodeParts.map((name) => ({
    name: `vscode, ${name}`,
    command: [...node, 'test/vscode/run.ts', name],
    needsInstalled: true,
  }));
  return [
    [...mochaPart(of(deterministicLayers), false), ...mochaPart(of(liveLayers), true)],
    wanted.includes('vscode') ? vscode : [],
  ];
}

/** The groups of processes that run now: nothing of them may outlive this process. */
const running = new Set<number>();

function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const pid of running) killGroup(pid);
    process.exit(130);
  });

/**
 * Runs a command to its end; how it ended. Its output passes through this process: what a hung test leaves behind may hold
 * the pipes of its own run, but not those of whoever waits for the end of all.
 */
async function run([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    detached: process.platform !== 'win32',
  });
  const { pid } = child;
  if (pid === undefined) throw (await once(child, 'error'))[0];
  running.add(pid);
  const silence = setTimeout(() => killGroup(pid), SILENCE_MS);
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from.on('data', () => silence.refresh());
    from.pipe(to, { end: false });
  }
  const closed = once(child, 'close');
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(silence);
  killGroup(pid);
  running.delete(pid);
  await Promise.race([closed, sleep(5000, undefined, { ref: false })]);
  return signal === null ? `code ${code}` : signal;
}

const failedResult = (file: string, failure: string): FileResult => ({
  file,
  passes: 0,
  failures: [failure],
  skipped: [],
  seconds: 0,
});

/** A part fails also when it crashed or ran no test at all, and a file when nothing was heard of it: a result says so. */
async function runPart({ name, command, files = [] }: Part, output: string): Promise<FileResult[]> {
  const ending = await run(command, { HEATLINE_TEST_RESULTS: output });
  const results = readResults(output);
  const reported = new Set(results.map(({ file }) => file));
  for (const file of files.filter((name) => !reported.has(name)))
    results.push(failedResult(file, `${file} ended without a result`));
  const hasFailed = results.some(({ failures }) => failures.length > 0);
  if (!hasFailed && (ending !== 'code 0' || results.length === 0)) {
    const passes = sum(results.map((result) => result.passes));
    results.push(failedResult('', `${name} ended with ${ending} after ${passes} tests`));
  }
  return results;
}

function readResults(file: string): FileResult[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as FileResult);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}

async function runLanes(lanes: readonly (readonly Part[])[]): Promise<FileResult[]> {
  const needsInstalled = lanes.flat().some((part) => part.needsInstalled);
  const installed = needsInstalled ? installForTests() : Promise.resolve([]);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'heatline-results-'));
  const results: FileResult[] = [];
  const runLane = async (lane: readonly Part[], laneIndex: number): Promise<void> => {
    for (const [index, part] of lane.entries()) {
      if (part.needsInstalled) for (const sentence of await installed) console.log(sentence);
      console.log(`━━ ${part.name}`);
      results.push(...(await runPart(part, path.join(folder, `${laneIndex}-${index}`))));
    }
  };
  try {
    await Promise.all(lanes.map(runLane));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return results;
}

async function main(args: readonly string[]): Promise<number> {
  const isFast = args.includes('--fast');
  const names = args.filter((name) => name !== '--fast');
  const unknown = names.filter((name) => !layers.includes(name));
  if (unknown.length > 0) {
    console.error(`No layer is called ${unknown.join(', ')}; there are ${layers.join(', ')}.`);
    return 2;
  }
  if (isFast) process.env.HEATLINE_TEST_FAST = '1';
  if ((await run([process.execPath, 'esbuild.mjs'])) !== 'code 0') {
    console.log('The build failed, so nothing was tested.\n0 passed, 1 failed');
    return 1;
  }
  const all = isFast ? deterministicLayers : layers;
  return report(await runLanes(lanesOf(names.length > 0 ? names : all)));
}

/** `test/unit/…` is of the layer unit; what runs within VS Code is bundled elsewhere. */
const layerOf = ({ file }: FileResult): string => /^test[\\/](\w+)/.exec(file)?.[1] ?? 'vscode';

/** Prints the sums; the exit code is 1 when anything failed. */
function report(results: readonly FileResult[]): number {
  console.log('');
  for (const layer of layers) {
    const ofLayer = results.filter((result) => result.file !== '' && layerOf(result) === layer);
    if (ofLayer.length === 0) continue;
    const seconds = sum(ofLayer.map((result) => result.seconds));
    console.log(`${layer.padEnd(10)} ${sums(ofLayer)} in ${ofLayer.length} files (${seconds.toFixed(0)} s)`);
  }
  const slowest = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  const failures = results.flatMap((result) => result.failures);
  list(
    'Slowest files',
    slowest.map(({ seconds, file }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`),
  );
  list(
    'Skipped',
    results.flatMap((result) => result.skipped),
  );
  list('Failed', failures);
  console.log(`\nAfter ${process.uptime().toFixed(0)} s:\n${sums(results)}`);
  return failures.length === 0 ? 0 : 1;
}

function list(title: string, entries: readonly string[]): void {
  if (entries.length > 0) console.log(`\n${title}:\n${entries.map((entry) => indented(entry)).join('\n')}`);
}

/** The title and the first lines of the message: the whole stands above, where the test failed. */
function indented(entry: string): string {
  return entry
    .split('\n')
    .slice(0, 6)
    .map((line, index) => (index === 0 ? `  ${line}` : `      ${line}`))
    .join('\n');
}

function sums(results: readonly FileResult[]): string {
  const passed = sum(results.map(({ passes }) => passes));
  const failed = sum(results.map(({ failures }) => failures.length));
  const skipped = sum(results.map((result) => result.skipped.length));
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const code = await main(process.argv.slice(2));
process.exit(code); // also where a process that a test has left behind holds a pipe
