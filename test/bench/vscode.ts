// How free VS Code's extension host stays, in a real VS Code: activation, reading a recording, heat of files, the panel.
// Run with `npm run build && npx tsx test/bench/vscode.ts [name of the corpus…]`.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { vscodeExecutable } from '../vscode-host/executable.ts';
import { quietSettings, writeSettings } from '../vscode-host/settings.ts';
import { corpusFile } from './corpus.ts';

const root = path.resolve(import.meta.dirname, '../..');
const names =
  process.argv.length > 2 ? process.argv.slice(2) : ['tsc-small', 'tsc-large', 'prettier-tsc', 'prettier-four'];
const files: string[] = [];
for (const name of names) files.push(await corpusFile(name));

const folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-bench-'));
try {
  const suite = path.join(root, 'out/vscode-bench/index.cjs');
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
  writeSettings(path.join(folder, 'ud'), quietSettings);
  const code = await runTests({
    vscodeExecutablePath: await vscodeExecutable(),
    extensionDevelopmentPath: root,
    extensionTestsPath: suite,
    extensionTestsEnv: { HEATLINE_BENCH: files.join() },
    launchArgs: [folder, `--user-data-dir=${path.join(folder, 'ud')}`, `--extensions-dir=${path.join(folder, 'ext')}`],
  });
  process.exitCode = code;
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
