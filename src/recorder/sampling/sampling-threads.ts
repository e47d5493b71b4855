import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from '../../core/index.ts';

/** What the addon has for recorders (`samplers.h`). */
interface Addon {
  shortenSlice(thread: number): void;
}

/** As V8 names them: of the inspector's sampler, and of the log's. */
const NAME = /^(v8:ProfEvntProc|SamplingThread)$/m;

/**
 * V8's sampling threads in programs are to run as soon as they are due (`samplers.c`). The recorder sees to it from outside: so
 * nothing of it runs in the program, and no filter of system calls there can mind. Gives what is called when a sampler of a process
 * on this machine has started; where it cannot be done, all stays as it is. `addonFile`: absolute path.
 */
export function slicesShortener(addonFile: string): (pid: number) => void {
  let addon: Addon | undefined;
  const shorten = (pid: number): void => {
    addon ??= load(addonFile);
    const folder = `/proc/${pid}/task`;
    for (const thread of readdirSync(folder)) {
      const name = attempt(() => readFileSync(`${folder}/${thread}/comm`, 'latin1')); // it may have ended
      if (name !== undefined && NAME.test(name)) addon.shortenSlice(Number(thread));
    }
  };
  return (pid) => attempt(() => shorten(pid));
}

function load(file: string): Addon {
  const module = { exports: {} };
  process.dlopen(module, file);
  return module.exports as Addon;
}
