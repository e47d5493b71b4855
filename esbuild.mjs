// Builds every bundle of the product into dist/. `node esbuild.mjs --watch` rebuilds on change;
// `--production` minifies (what goes into the .vsix); `--outdir=<folder>` builds elsewhere. Names of bundles
// (`node esbuild.mjs cli webview`) build only those.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, context } from 'esbuild';
import { writeNotices } from './scripts/third-party-notices.mjs';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const outdir = process.argv.find((argument) => argument.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist';

/** @type {import('esbuild').BuildOptions} */
const common = {
  bundle: true,
  minify: production,
  sourcemap: !production,
  logLevel: 'warning',
  legalComments: 'none', // `ThirdPartyNotices.txt` has them
  metafile: true,
};
/**
 * What is imported when it is needed is a bundle of its own, beside the one that needs it: what records a program, what
 * finds out how TypeScript is run, and what does so for tests.
 * @type {import('esbuild').Plugin}
 */
const importedLater = {
  name: 'imported-later',
  setup({ onResolve }) {
    onResolve({ filter: /\/(record-program|resolve-typescript|test-runs)\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: `./${basename(path, '.ts')}.cjs`, external: true } : undefined,
    );
  },
};

/** @type {import('esbuild').BuildOptions} */
const node = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  outdir,
  logOverride: { 'empty-import-meta': 'silent' },
  supported: { 'dynamic-import': false },
  plugins: [importedLater],
};

/**
 * VS Code's API as a module with names, asked for once. Left to itself esbuild copies the whole API, with a getter for
 * each of its hundreds of names, once for each file that imports it: a third of what activation takes.
 * @type {import('esbuild').Plugin}
 */
const vscodeApi = {
  name: 'vscode-api',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode$/ }, ({ importer }) =>
      importer === 'vscode' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'vscode-api' },
    );
    onLoad({ filter: /.*/, namespace: 'vscode-api' }, async () => {
      const names = new Set();
      for (const file of await sourcesOf('src/extension'))
        for (const [, name] of (await readFile(file, 'utf8')).matchAll(/\bvscode\.(\w+)/g)) names.add(name);
      return { contents: `const api = require('vscode');\nexport const { ${[...names].join(', ')} } = api;` };
    });
  },
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  {
    ...node,
    entryPoints: { extension: 'src/extension/extension.ts' },
    plugins: [vscodeApi, importedLater],
  },
  { ...node, entryPoints: { 'record-program': 'src/extension/debug/record-program.ts' } },
  { ...node, entryPoints: { 'resolve-typescript': 'src/target/resolve-typescript.ts' } },
  { ...node, entryPoints: { 'test-runs': 'src/target/tests/test-runs.ts' } },
  { ...node, entryPoints: { 'analysis-worker': 'src/analysis/worker.ts' } },
  { ...node, entryPoints: { cli: 'src/cli/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
  // These six run inside the profiled program; without maps, which would be loaded with every recording.
  // Any Node that a recorded program starts reads the bootloader, and old ones have to read on.
  { ...node, entryPoints: { bootloader: 'src/in-program/bootloader.ts' }, sourcemap: false, target: 'node12' },
  { ...node, entryPoints: { 'worker-children': 'src/in-program/worker-children.ts' }, sourcemap: false },
  { ...node, entryPoints: { 'attached-repair': 'src/in-program/attached-repair.ts' }, sourcemap: false },
  { ...node, entryPoints: { 'time-calls': 'src/timing/time-calls.ts' }, sourcemap: false },
  { ...node, entryPoints: { 'strip-hooks': 'src/in-program/type-stripping/strip-hooks.ts' }, sourcemap: false },
  { ...node, entryPoints: { 'strip-loader': 'src/in-program/type-stripping/strip-loader.ts' }, sourcemap: false },
  {
    ...common,
    platform: 'browser',
    target: 'chrome120',
    format: 'iife',
    entryPoints: { webview: 'src/webview/main.tsx' },
    outdir,
    jsx: 'automatic',
    jsxImportSource: 'preact',
  },
];

/** @param {string} folder */
async function sourcesOf(folder) {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
}

await mkdir(outdir, { recursive: true });
// Beside the bootloader, which loads it into the profiled program.
for (const target of ['linux-x64', 'linux-arm64']) {
  const addon = await readFile(`src/in-program/frame-repair/prebuilt/${target}.node`);
  await replace(`${outdir}/frame-repair-${target}.node`, addon);
}
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
// The kernels have AssemblyScript's library compiled in.
const shipped = ['node_modules/assemblyscript/std/assembly/index.d.ts'];
for (const options of bundles) {
  if (wanted.length > 0 && !Object.keys(options.entryPoints).some((name) => wanted.includes(name))) continue;
  if (watch) await (await context(options)).watch();
  else {
    const result = await build({ ...options, write: false });
    for (const { path, contents } of result.outputFiles) await replace(path, contents);
    shipped.push(...inputsOf(result));
  }
}
if (!watch && wanted.length === 0)
  await replace(`${outdir}/ThirdPartyNotices.txt`, Buffer.from(await writeNotices(shipped)));

/**
 * Puts a file in its place whole, and only where it is another. Programs may run on what is there: the system kills one whose
 * addon is written over, and a bundle must not be read half written.
 * @param {string} file @param {Uint8Array} contents
 */
async function replace(file, contents) {
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(contents)) return;
  const staged = `${file}.${process.pid}`;
  await writeFile(staged, contents);
  await rename(staged, file);
}

/**
 * The files of which something is in a bundle.
 * @param {import('esbuild').BuildResult} result
 */
function inputsOf({ metafile }) {
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.entries(output.inputs));
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file);
}
