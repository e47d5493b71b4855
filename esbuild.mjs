// Builds every bundle of the product into dist/. `node esbuild.mjs --watch` rebuilds on change;
// `--production` minifies (what goes into the .vsix); `--outdir=<folder>` builds elsewhere. Names of bundles (`node esbuild.mjs cli webview`) build only those.
import { copyFile, mkdir } from 'node:fs/promises';
import { build, context } from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');
const outdir = process.argv.find((argument) => argument.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist';

/** @type {import('esbuild').BuildOptions} */
const common = { bundle: true, minify: production, sourcemap: !production, logLevel: 'warning', legalComments: 'none' };
/** @type {import('esbuild').BuildOptions} */
const node = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  outdir,
  logOverride: { 'empty-import-meta': 'silent' },
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  { ...node, entryPoints: { extension: 'src/extension/extension.ts' }, external: ['vscode'] },
  { ...node, entryPoints: { 'analysis-worker': 'src/analysis/worker.ts' } },
  { ...node, entryPoints: { cli: 'src/cli/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
  // These three run inside the profiled program; without maps, which would be loaded with every recording.
  { ...node, entryPoints: { bootloader: 'src/recorder/bootloader.ts' }, sourcemap: false },
  { ...node, entryPoints: { 'strip-hooks': 'src/recorder/target/strip-bundle.ts' }, sourcemap: false },
  { ...node, entryPoints: { 'strip-loader': 'src/recorder/target/strip-loader.ts' }, sourcemap: false },
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

await mkdir(outdir, { recursive: true });
await copyFile('node_modules/source-map/lib/mappings.wasm', `${outdir}/mappings.wasm`);
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
for (const options of bundles) {
  if (wanted.length > 0 && !Object.keys(options.entryPoints).some((name) => wanted.includes(name))) continue;
  if (watch) await (await context(options)).watch();
  else await build(options);
}
