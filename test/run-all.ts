// Runs every layer of tests one after the other. The last line is the sum alone: `N passed, N failed`, or
// `N passed, N failed, N skipped` below the lists of what failed and of what this platform could not run and why.
// `npm test -- unit webview` runs only the layers named.
//
// Most tests launch and sample real programs, and now and then the machine gives such a program no processor when it
// needs one. A file with a failure is therefore run once more, by itself. What fails again has failed; what passes then
// has passed and is listed as unstable, so that nobody takes it for sound.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

interface Part {
  readonly layer: string;
  readonly command: readonly string[];
  /** The command that runs `files` again, those with a failure; the whole part where it cannot choose. */
  readonly again: (files: readonly string[]) => readonly string[];
}

/** What one test file reports; a failure is its full title, and its message in the lines after. */
interface FileResult {
  readonly file: string;
  readonly passes: number;
  readonly failures: readonly string[];
  readonly skipped: readonly string[];
}

interface PartResult {
  readonly layer: string;
  readonly files: readonly FileResult[];
  /** The failures of the first run that did not come again. */
  readonly unstable: readonly string[];
  readonly seconds: number;
}

const mochaPart = (layer: string): Part => ({
  layer,
  command: ['npm', 'run', '--silent', `test:${layer}`],
  again: (files) => ['npx', 'mocha', ...files],
});

const vscodePart = (name: string): Part => {
  const command = ['npm', 'run', '--silent', 'test:vscode', '--', name];
  return { layer: 'vscode', command, again: () => command };
};

const parts: readonly Part[] = [
  ...['unit', 'golden', 'accuracy', 'webview', 'package'].map(mochaPart),
  ...['development', 'installed', 'window'].map(vscodePart),
];
const layers = [...new Set(parts.map(({ layer }) => layer))];

function run([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32';
    const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, ...env }, shell });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** A run fails also when it crashed or ran no test at all: then it has one result that says so. */
async function runCounted(command: readonly string[], countsFile: string): Promise<FileResult[]> {
  const code = await run(command, { HEATLINE_TEST_COUNTS: countsFile });
  const files = readResults(countsFile);
  const passes = sum(files.map((result) => result.passes));
  if (files.some(({ failures }) => failures.length > 0) || (code === 0 && passes > 0)) return files;
  const failure = `${command.join(' ')} ended with code ${code} after ${passes} tests`;
  return [...files, { file: '', passes: 0, failures: [failure], skipped: [] }];
}

function readResults(file: string): FileResult[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as FileResult);
}

const titleOf = (failure: string): string => failure.split('\n', 1)[0] ?? '';

async function runPart(part: Part, countsFile: string): Promise<PartResult> {
  console.log(`\n━━ ${part.layer} ${'━'.repeat(70 - part.layer.length)}`);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const first = await runCounted(part.command, countsFile);
  const failed = first.filter(({ failures }) => failures.length > 0);
  if (failed.length === 0) return { layer: part.layer, files: first, unstable: [], seconds: seconds() };

  // A failure without a file is one of the whole part, and so is one in a bundle of test files.
  const names = failed.map(({ file }) => file);
  const whole = names.includes('');
  const command = whole ? part.command : part.again(names);
  console.log(`\n━━ ${part.layer}, again: ${whole ? 'all' : names.join(' ')}`);
  const second = await runCounted(command, `${countsFile}-again`);
  const replacesAll = command === part.command;
  const kept = replacesAll ? [] : first.filter((result) => !failed.includes(result));
  const stillFailing = new Set(second.flatMap(({ failures }) => failures.map(titleOf)));
  const unstable = failed.flatMap(({ failures }) => failures).filter((failure) => !stillFailing.has(titleOf(failure)));
  return { layer: part.layer, files: [...kept, ...second], unstable, seconds: seconds() };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !layers.includes(name));
  if (unknown.length > 0) {
    console.error(`No layer is called ${unknown.join(', ')}; there are ${layers.join(', ')}.`);
    return 2;
  }
  const wanted = names.length > 0 ? parts.filter(({ layer }) => names.includes(layer)) : parts;
  if ((await run(['npm', 'run', '--silent', 'build'])) !== 0) {
    console.log('The build failed, so nothing was tested.\n0 passed, 1 failed');
    return 1;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'heatline-counts-'));
  const results: PartResult[] = [];
  try {
    for (const [index, part] of wanted.entries()) results.push(await runPart(part, path.join(folder, String(index))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return report(results);
}

/** Prints the sums; the exit code is 1 when anything failed. */
function report(results: readonly PartResult[]): number {
  console.log('');
  for (const layer of layers) {
    const ofLayer = results.filter((result) => result.layer === layer);
    if (ofLayer.length === 0) continue;
    const seconds = sum(ofLayer.map((result) => result.seconds));
    console.log(`${layer.padEnd(10)} ${sums(ofLayer)} (${seconds.toFixed(0)} s)`);
  }
  const failures = results.flatMap(({ files }) => files.flatMap((result) => result.failures));
  list(
    'Unstable: passed only when run again',
    results.flatMap(({ unstable }) => unstable),
  );
  list(
    'Skipped',
    results.flatMap(({ files }) => files.flatMap((result) => result.skipped)),
  );
  list('Failed', failures);
  console.log(`\n${sums(results)}`);
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

function sums(results: readonly PartResult[]): string {
  const files = results.flatMap((result) => result.files);
  const passed = sum(files.map(({ passes }) => passes));
  const failed = sum(files.map(({ failures }) => failures.length));
  const skipped = sum(files.map((result) => result.skipped.length));
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

process.exitCode = await main(process.argv.slice(2));
