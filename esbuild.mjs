// Builds every bundle of the product into dist/. `node esbuild.mjs --watch` rebuilds on change;
// `--production` minifies (what goes into the .vsix).
import { copyFile, mkdir } from 'node:fs/promises';
import { build, context } from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** @type {import('esbuild').BuildOptions} */
const common = { bundle: true, minify: production, sourcemap: !production, logLevel: 'warning', legalComments: 'none' };
/** @type {import('esbuild').BuildOptions} */
const node = { ...common, platform: 'node', target: 'node20', format: 'cjs', outExtension: { '.js': '.cjs' }, outdir: 'dist' };

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  { ...node, entryPoints: { extension: 'src/extension/extension.ts' }, external: ['vscode'] },
  { ...node, entryPoints: { 'analysis-worker': 'src/analysis/worker.ts' } },
  { ...node, entryPoints: { cli: 'src/cli/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
  { ...node, entryPoints: { bootloader: 'src/recorder/bootloader.ts' } },
  // These two run inside the profiled program: named as Node's own code, so that their time is not shown as the user's.
  {
    ...node,
    entryPoints: { 'strip-hooks': 'src/recorder/target/strip-hooks.ts' },
    sourcemap: false,
    footer: { js: '//# sourceURL=node:heatline/strip-hooks' },
  },
  {
    ...node,
    entryPoints: { 'strip-loader': 'src/recorder/target/strip-loader.ts' },
    sourcemap: false,
    footer: { js: '//# sourceURL=node:heatline/strip-loader' },
  },
  {
    ...common,
    platform: 'browser',
    target: 'chrome120',
    format: 'iife',
    entryPoints: { webview: 'src/webview/main.tsx' },
    outdir: 'dist',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  },
];

await mkdir('dist', { recursive: true });
await copyFile('node_modules/source-map/lib/mappings.wasm', 'dist/mappings.wasm');
for (const options of bundles) {
  if (watch) await (await context(options)).watch();
  else await build(options);
}
