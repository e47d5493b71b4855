// What `vscode.ts` runs inside VS Code's extension host.
import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import type { HeatlineParts } from '../../src/extension/extension.ts';

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const since = (start: number): string => `${(performance.now() - start).toFixed(1).padStart(8)} ms`;

/** Runs `work` and prints how long it took and the longest that the host's thread was not free meanwhile. */
async function timed<T>(what: string, work: () => Promise<T>, settleMs = 300): Promise<T> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const start = performance.now();
  const result = await work();
  const took = since(start);
  await pause(settleMs);
  delays.disable();
  console.log(`  ${what.padEnd(52)} ${took}   longest task ${(delays.max / 1e6).toFixed(1).padStart(6)} ms`);
  return result;
}

/** Called by VS Code. */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension<HeatlineParts>('heatline.heatline');
  if (!extension) throw new Error('Heatline is not there.');
  await pause(3000); // the window's own start is over
  const parts = await timed('activation', async () => await extension.activate());
  parts.loader.warmUp();
  await pause(1000);
  for (const file of (process.env.HEATLINE_BENCH ?? '').split(',')) await benchRecording(parts, file);
}

async function benchRecording(parts: HeatlineParts, file: string): Promise<void> {
  console.log(file);
  const view = await timed('recording read and shown', async () => {
    const loaded = await parts.loader.load(vscode.Uri.file(file));
    if (loaded) parts.store.show(loaded);
    return loaded;
  });
  if (!view) return;
  const { analysis, index } = view;
  const rows = index.hottestLines.filter((row) => analysis.sources[analysis.lines.source[row]]?.isFile).slice(0, 200);
  const sources = [...new Set(rows.map((row) => analysis.lines.source[row]))].slice(0, 5);
  for (const source of sources) {
    const path = analysis.sources[source].path;
    const size = await readFile(path).then(
      (bytes) => bytes.length,
      () => -1,
    );
    if (size < 0) continue;
    const document = await vscode.workspace.openTextDocument(path);
    const label = `heat of a file of ${Math.round(size / 1000)} kB`;
    await timed(label, async () => await parts.documents.heatOf(view, document), 100);
  }
  await timed(
    'flame graph panel opened',
    () => {
      parts.panel.reveal();
      return Promise.resolve();
    },
    3000,
  );
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
