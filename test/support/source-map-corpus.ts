import { readFileSync } from 'node:fs';
import { transformSync as swc } from '@swc/core';
import { buildSync, transformSync } from 'esbuild';
import { transform as sucrase } from 'sucrase';
import ts from 'typescript';

/** A generated file and its map, made by a real tool. */
export interface BuiltFile {
  readonly name: string;
  readonly code: string;
  readonly map: string;
}

const INPUTS = [
  'src/core/units.ts',
  'src/core/mapping.ts',
  'src/source-maps/decode/ask-map.ts',
  'src/source-maps/decode/parse-map.ts',
];

/** Files of this project through tsc, esbuild, swc and sucrase, and preact through esbuild: plain, bundled, minified. */
export function buildSourceMapCorpus(): readonly BuiltFile[] {
  return [...INPUTS.flatMap((file) => [...compileOne(file)]), ...bundles()];
}

function* compileOne(file: string): Generator<BuiltFile> {
  const text = readFileSync(file, 'utf8');
  for (const module of [ts.ModuleKind.CommonJS, ts.ModuleKind.ESNext]) {
    const target = module === ts.ModuleKind.CommonJS ? ts.ScriptTarget.ES2015 : ts.ScriptTarget.ES2022;
    const out = ts.transpileModule(text, { fileName: file, compilerOptions: { sourceMap: true, module, target } });
    yield { name: `tsc ${ts.ModuleKind[module]} ${file}`, code: out.outputText, map: out.sourceMapText ?? '' };
  }
  for (const minify of [false, true]) {
    const out = transformSync(text, { loader: 'ts', sourcefile: file, sourcemap: true, minify });
    yield { name: `esbuild ${minify ? 'minify ' : ''}${file}`, code: out.code, map: out.map };
  }
  const out = swc(text, {
    filename: file,
    sourceMaps: true,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2020' },
  });
  yield { name: `swc ${file}`, code: out.code, map: out.map ?? '' };
  const stripped = sucrase(text, {
    transforms: ['typescript'],
    filePath: file,
    sourceMapOptions: { compiledFilename: file },
  });
  yield { name: `sucrase ${file}`, code: stripped.code, map: JSON.stringify(stripped.sourceMap) };
}

function bundles(): readonly BuiltFile[] {
  const entries = { 'source-maps': 'src/source-maps/index.ts', preact: 'node_modules/preact/hooks/dist/hooks.mjs' };
  return Object.entries(entries).flatMap(([name, entry]) =>
    [false, true].map((minify) => {
      const out = buildSync({
        entryPoints: [entry],
        bundle: true,
        minify,
        write: false,
        sourcemap: true,
        platform: 'node',
        format: 'esm',
        external: ['node:*', 'source-map'],
        outfile: 'out/corpus.js',
      });
      const text = (end: string) => out.outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
      return { name: `esbuild bundle ${minify ? 'minify ' : ''}${name}`, code: text('.js'), map: text('.map') };
    }),
  );
}
