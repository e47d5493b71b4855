import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from '../../core/index.ts';

/** As V8 names them: of the inspector's sampler, and of the log's. */
const NAME = /^(v8:ProfEvntProc|SamplingThread)$/m;

/**
 * Has V8's sampling threads in a process of this machine run as soon as they are due (`samplers.c`); call when its sampler has started.
 * The recorder sees to it from outside: so nothing of it runs in the program, and no filter of system calls there can mind. Where it
 * cannot be done, all stays as it is. `addonFile`: absolute path.
 */
export function shortenSlices(addonFile: string, pid: number): void {
  attempt(() => {
    const module = { exports: {} as { shortenSlice(thread: number): void } };
    process.dlopen(module, addonFile);
    const folder = `/proc/${pid}/task`;
    for (const thread of readdirSync(folder)) {
      const name = attempt(() => readFileSync(`${folder}/${thread}/comm`, 'latin1')); // it may have ended
      if (name !== undefined && NAME.test(name)) module.exports.shortenSlice(Number(thread));
    }
  });
}
