import { rmSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { makeScratch } from './scratch.ts';

const inProgram = path.join(import.meta.dirname, '../../src/in-program');

/**
 * What runs inside the profiled program, bundled from the sources under test into a folder, with the frame repair's
 * binary beside it, as the build does: tests need no build before. Gives the bootloader's path.
 */
async function bundleBootloader(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: ['bootloader', 'worker-children', 'attached-repair'].map((name) => path.join(inProgram, `${name}.ts`)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node12',
    format: 'cjs',
    logLevel: 'silent',
  });
  for (const target of ['linux-x64', 'linux-arm64']) {
    const binary = path.join(inProgram, `frame-repair/prebuilt/${target}.node`);
    const staged = path.join(folder, `${target}.${process.pid}`);
    await copyFile(binary, staged);
    // Not written over: this process may have it loaded by now.
    await rename(staged, path.join(folder, `frame-repair-${target}.node`));
  }
  return path.join(folder, 'bootloader.cjs');
}

let shared: Promise<string> | undefined;

/** The same, bundled once for this process and removed at its end. */
export function sharedBootloader(): Promise<string> {
  return (shared ??= makeScratch().then((folder) => {
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    return bundleBootloader(folder);
  }));
}
