// Runs every layer of tests one after the other. The last line is the sum alone: `N passed, N failed`, or
// `N passed, N failed, N skipped` below the list of what this platform could not run and why.
// `npm test -- unit webview` runs only the layers named.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

interface Layer {
  readonly name: string;
  readonly script: string;
}

interface LayerResult {
  readonly layer: Layer;
  readonly passed: number;
  readonly failed: number;
  /** Full titles, which end with the reason. */
  readonly skipped: readonly string[];
  readonly seconds: number;
}

const layers: readonly Layer[] = [
  { name: 'unit', script: 'test:unit' },
  { name: 'golden', script: 'test:golden' },
  { name: 'accuracy', script: 'test:accuracy' },
  { name: 'webview', script: 'test:webview' },
  { name: 'vscode', script: 'test:vscode' },
];

function runScript(script: string, env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const shell = process.platform === 'win32';
    const child = spawn('npm', ['run', '--silent', script], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell,
    });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** A layer fails when one of its tests failed, when it crashed, or when it ran no test at all. */
async function runLayer(layer: Layer, folder: string): Promise<LayerResult> {
  console.log(`\n━━ ${layer.name} ${'━'.repeat(70 - layer.name.length)}`);
  const countsFile = path.join(folder, layer.name);
  const start = performance.now();
  const code = await runScript(layer.script, { HEATLINE_TEST_COUNTS: countsFile });
  const seconds = (performance.now() - start) / 1000;
  const { passed, failed, skipped } = readCounts(countsFile);
  const brokeDown = failed === 0 && (code !== 0 || passed === 0);
  if (brokeDown)
    console.log(`The layer ${layer.name} ended with code ${code} after ${passed} tests: counted as failed.`);
  return { layer, passed, failed: brokeDown ? 1 : failed, skipped, seconds };
}

function readCounts(file: string): Pick<LayerResult, 'passed' | 'failed' | 'skipped'> {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: [] };
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { passes: number; failures: number; skipped: string[] });
  return {
    passed: sum(rows.map((row) => row.passes)),
    failed: sum(rows.map((row) => row.failures)),
    skipped: rows.flatMap((row) => row.skipped),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !layers.some((layer) => layer.name === name));
  if (unknown.length > 0) {
    console.error(`No layer is called ${unknown.join(', ')}; there are ${layers.map(({ name }) => name).join(', ')}.`);
    return 2;
  }
  const wanted = names.length > 0 ? layers.filter(({ name }) => names.includes(name)) : layers;
  if ((await runScript('build', {})) !== 0) {
    console.log('The build failed, so nothing was tested.\n0 passed, 1 failed');
    return 1;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'heatline-counts-'));
  const results: LayerResult[] = [];
  try {
    for (const layer of wanted) results.push(await runLayer(layer, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return report(results);
}

/** Prints the sums; the exit code is 1 when anything failed. */
function report(results: readonly LayerResult[]): number {
  const passed = sum(results.map((result) => result.passed));
  const failed = sum(results.map((result) => result.failed));
  const skipped = results.flatMap((result) => result.skipped);
  console.log('');
  for (const { layer, seconds, ...counts } of results) {
    const sums = sentence(counts.passed, counts.failed, counts.skipped.length);
    console.log(`${layer.name.padEnd(10)} ${sums} (${seconds.toFixed(0)} s)`);
  }
  if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.map((title) => `  ${title}`).join('\n')}`);
  console.log(`\n${sentence(passed, failed, skipped.length)}`);
  return failed === 0 ? 0 : 1;
}

function sentence(passed: number, failed: number, skipped: number): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

process.exitCode = await main(process.argv.slice(2));
