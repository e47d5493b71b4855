import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ProgramSettings, RECORDER_SCRIPT, type RendezvousPlace } from '../../recording/rendezvous.ts';

/** Gives the expression after which what a worker thread starts is recorded too. `place`: where it stands. */
export type ChildrenOfWorker = (place: RendezvousPlace) => string;

/** Reads the bundle beside the bootloader, whose absolute path is given. Rejects where it is missing. */
export async function loadChildrenOfWorker(bootloader: string, settings: ProgramSettings): Promise<ChildrenOfWorker> {
  const bundle = await readFile(path.join(path.dirname(bootloader), 'worker-children.cjs'), 'utf8');
  // A worker that waits for its first line has no `require` yet. V8's log has names for compiled files only, not for `eval`.
  return (place) => {
    const settled = [place, settings, bootloader].map((part) => JSON.stringify(part)).join(', ');
    const code = `((require, module) => {\n${bundle}\nmodule.exports.recordChildren(${settled});\n})`;
    const run = `new Script(${JSON.stringify(code)}, { filename: '${RECORDER_SCRIPT}' }).runInThisContext()`;
    return `{
const load = process.getBuiltinModule;
const { Script } = load('node:vm');
${run}(load, { exports: {} });
}`;
  };
}
