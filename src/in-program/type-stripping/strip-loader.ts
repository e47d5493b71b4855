import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';

// Heatline's own TypeScript loader, preloaded into the profiled program with --import. Bundled to dist/strip-loader.cjs;
// what does the work is a bundle of its own beside it, run here under a name that profiles sort as Node's own code, so
// that nobody looks for its time in their program.
const hooksFile = join(__dirname, 'strip-hooks.cjs');
const hooks = { exports: {} as { install(hooksFile: string): void } };
const options = { filename: 'node:heatline/typescript' };
const load = vm.compileFunction(readFileSync(hooksFile, 'utf8'), ['exports', 'require', 'module'], options) as (
  exports: object,
  required: NodeJS.Require,
  module: object,
) => void;
load(hooks.exports, require, hooks);
hooks.exports.install(hooksFile);
