// Runs every layer of tests one after the other. The last line is the sum alone: `N passed, N failed`, or
// `N passed, N failed, N skipped` below the lists of what failed and of what this platform could not run and why.
// `npm test -- unit webview` runs only the layers named.
//
// Most tests launch and sample real programs, and now and then the machine gives such a program no processor when it
// needs one. What failed is therefore run once more, by itself: single tests of the unit layer, and whole files where a
// test may build on the one before it. What fails again has failed; what passes then has passed and is listed as unstable,
// so that nobody takes it for sound.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

interface Part {
  readonly layer: string;
  readonly command: readonly string[];
  /** The command that runs again what failed in these files; the whole part where it cannot choose. */
  readonly again: (failed: readonly FileResult[]) => readonly string[];
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

const titleOf = (failure: string): string => failure.split('\n', 1)[0] ?? '';

const mochaFiles = (failed: readonly FileResult[]): readonly string[] => [
  process.execPath,
  'node_modules/mocha/bin/mocha.js',
  ...failed.map(({ file }) => file),
];

/** A hook that fails keeps the tests after it from running, so its file has to run as a whole. */
function mochaTests(failed: readonly FileResult[]): readonly string[] {
  const titles = failed.flatMap(({ failures }) => failures.map(titleOf));
  if (titles.some((title) => /"(before|after) (all|each)" hook/.test(title))) return mochaFiles(failed);
  const escaped = titles.map((title) => title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return [...mochaFiles(failed), '--grep', `^(${escaped.join('|')})$`];
}

const mochaPart = (layer: string, again = mochaFiles): Part => ({
  layer,
  command: ['npm', 'run', '--silent', `test:${layer}`],
  again,
});

const vscodeCommand = (name: string): readonly string[] => ['npm', 'run', '--silent', 'test:vscode', '--', name];

/** These suites run within one VS Code, which cannot choose a file. */
const vscodePart = (name: string): Part => ({
  layer: 'vscode',
  command: vscodeCommand(name),
  again: () => vscodeCommand(name),
});

const parts: readonly Part[] = [
  mochaPart('unit', mochaTests),
  ...['golden', 'accuracy', 'webview', 'package'].map((layer) => mochaPart(layer)),
  ...['development', 'installed'].map(vscodePart),
  { layer: 'vscode', command: vscodeCommand('window'), again: mochaFiles },
];
const layers = [...new Set(parts.map(({ layer }) => layer))];

function run([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32' && file !== process.execPath;
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

async function runPart(part: Part, countsFile: string): Promise<PartResult> {
  console.log(`\n━━ ${part.layer} ${'━'.repeat(70 - part.layer.length)}`);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const first = await runCounted(part.command, countsFile);
  const failed = first.filter(({ failures }) => failures.length > 0);
  if (failed.length === 0) return { layer: part.layer, files: first, unstable: [], seconds: seconds() };

  // A failure without a file is one of the whole part.
  const again = failed.some(({ file }) => file === '') ? part.command : part.again(failed);
  console.log(`\n━━ ${part.layer}, again: ${again.join(' ')}`);
  const second = await runCounted(again, `${countsFile}-again`);
  const stillFailing = new Set(second.flatMap(({ failures }) => failures.map(titleOf)));
  const unstable = failed.flatMap(({ failures }) => failures).filter((failure) => !stillFailing.has(titleOf(failure)));
  return { layer: part.layer, files: mergeRuns(first, second), unstable, seconds: seconds() };
}

const testsIn = ({ passes, failures }: FileResult): number => passes + failures.length;

/** What failed first counts as it ended the second time; what did not run again, as it ended the first time. */
function mergeRuns(first: readonly FileResult[], second: readonly FileResult[]): FileResult[] {
  const merged = new Map(first.filter(({ failures }) => failures.length === 0).map((result) => [result.file, result]));
  for (const result of second) {
    const before = first.find(({ file }) => file === result.file);
    const isPart = before !== undefined && testsIn(result) < testsIn(before);
    merged.set(
      result.file,
      isPart ? { ...before, passes: before.passes + result.passes, failures: result.failures } : result,
    );
  }
  return [...merged.values()];
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
