import type { Bench } from '../../support/recording.ts';
import { BUSY } from '../../support/recording.ts';

/**
 * A program that can close the recorder's inspector: `closeForGood()` is Node's own `inspector.close`, which a module that is
 * loaded before the bootloader has kept. `busy(ms)` computes.
 */
export async function closing(bench: Bench, text: string): Promise<{ program: string; env: NodeJS.ProcessEnv }> {
  const preload = await bench.write('keeps-close.js', "globalThis.closeForGood = require('inspector').close;");
  const program = await bench.write('closes.js', `${BUSY}${text}`);
  return { program, env: { ...process.env, NODE_OPTIONS: `--require=${preload}` } };
}
