import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '../core/index.ts';
import { CliError } from './cli-error.ts';

/**
 * Throws a `CliError` where an output file is one of the files that are read or run, or another output file, by whatever
 * path or link. `outputs`: the file for each option; `inputs`: paths, which need not exist. Devices take any number of
 * outputs, standard output (`-`) takes one.
 */
export function refuseOverwriting(outputs: Readonly<Record<string, string | undefined>>, inputs: readonly string[]) {
  const taken = new Map<string, string>();
  for (const input of inputs) for (const name of namesOf(input)) taken.set(name, 'would be overwritten');
  for (const [option, file] of Object.entries(outputs)) {
    if (file === undefined) continue;
    if (file === '') throw new CliError(`--${option} needs the name of a file.`);
    const names = file === '-' ? ['-'] : namesOf(file);
    const conflict = names.map((name) => taken.get(name)).find((found) => found !== undefined);
    if (conflict !== undefined)
      throw new CliError(
        `--${option} ${file}: ${file === '-' ? 'standard output' : 'that file'} ${conflict}; name another one.`,
      );
    for (const name of names) taken.set(name, `is what --${option} writes to`);
  }
}

/** What a file is known by: its number on its device or, where it does not exist, its place without links. Nothing for what is no file. */
function namesOf(file: string): string[] {
  const place = resolve(file);
  const stats = attempt(() => statSync(place));
  if (stats === undefined) return [join(realFolder(dirname(place)), basename(place))];
  return stats.isFile() ? [`${stats.dev}:${stats.ino}`] : [];
}

const realFolder = (folder: string): string => attempt(() => realpathSync(folder)) ?? folder;
