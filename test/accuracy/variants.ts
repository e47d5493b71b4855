import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { transform } from 'sucrase';
import ts from 'typescript';
import { repeatedPrograms } from './repeated-programs.ts';
import { variantOf } from './workloads.ts';

/** The text of a file of the programs. */
export async function programText(name: string): Promise<string> {
  return repeatedPrograms[name] ?? (await readFile(path.join(import.meta.dirname, 'programs', name), 'utf8'));
}

/** A program that can be run. */
export interface RunnableProgram {
  readonly program: string;
  /** Options for Node that it needs. */
  readonly nodeArgs: readonly string[];
  /** Its own arguments. */
  readonly args?: readonly string[];
}

/** Makes a variant of a workload (`cross-file/tsx`) in an empty folder. */
export async function buildVariant(name: string, folder: string): Promise<RunnableProgram> {
  const { files, variant } = variantOf(name);
  const names = ['harness.ts', ...files];
  await mkdir(folder, { recursive: true });
  if (variant !== 'plain') for (const file of names) await writeFile(path.join(folder, file), await programText(file));
  const main = path.join(folder, files[0]);
  switch (variant) {
    case 'plain':
      await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
      for (const name of names) await writePlain(name, folder);
      return { program: asJavaScript(main), nodeArgs: [] };
    case 'tsx': {
      const loader = createRequire(import.meta.url).resolve('tsx');
      return { program: main, nodeArgs: ['--import', pathToFileURL(loader).href] };
    }
    case 'tsc':
      await writeFile(path.join(folder, 'package.json'), '{ "type": "commonjs" }');
      for (const name of names) await compile(path.join(folder, name));
      return { program: asJavaScript(main), nodeArgs: [] };
    case 'minified': {
      const outfile = path.join(folder, 'bundle', 'app.cjs');
      await build({ entryPoints: [main], outfile, bundle: true, minify: true, sourcemap: true, platform: 'node' });
      return { program: outfile, nodeArgs: [] };
    }
  }
}

const asJavaScript = (file: string): string => file.replace(/\.ts$/, '.js');

/** Strips the types and keeps the lines, so that the program is its own original. */
async function writePlain(name: string, folder: string): Promise<void> {
  const { code } = transform(await programText(name), { transforms: ['typescript'], disableESTransforms: true });
  await writeFile(path.join(folder, asJavaScript(name)), code.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}

async function compile(file: string): Promise<void> {
  const { outputText, sourceMapText } = ts.transpileModule(await readFile(file, 'utf8'), {
    fileName: path.basename(file),
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      sourceMap: true,
      rewriteRelativeImportExtensions: true,
      esModuleInterop: true,
      removeComments: true,
    },
  });
  await writeFile(asJavaScript(file), outputText);
  await writeFile(`${asJavaScript(file)}.map`, sourceMapText ?? '');
}
