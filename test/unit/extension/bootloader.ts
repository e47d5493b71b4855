import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the recorder's bootloader into a folder, as the build does, so that tests need no build before. */
export async function bootloaderForTests(folder: string): Promise<string> {
  const outfile = join(folder, 'bootloader.cjs');
  const entry = fileURLToPath(new URL('../../../src/in-program/bootloader.ts', import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'silent',
  });
  return outfile;
}
