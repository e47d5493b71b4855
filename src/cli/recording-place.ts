import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CliError } from './cli-error.ts';
import { makeFolder } from './make-folder.ts';

/**
 * A new file for a recording under `.heatline/` of the folder, which is made and keeps itself out of git. No other run
 * gets the same: the file appears only at its end, so the name tells the process too. Throws a `CliError` where none can be.
 */
export function makeRecordingPlace(folder: string, program: string, now: Date, ending = 'cpuprofile'): string {
  const home = join(folder, '.heatline');
  try {
    makeHome(home);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CliError(
      `${home} cannot be made (${code || message}); name another place for the recording by --output.`,
    );
  }
  return join(home, `${basename(program).replace(/\.\w+$/, '')}-${stamp(now)}-${process.pid}.${ending}`);
}

function makeHome(home: string): void {
  makeFolder(home);
  const ignore = join(home, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
}

/** Local time as `2026-01-31-09-05-00`. */
function stamp(now: Date): string {
  const parts = [now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()];
  return [now.getFullYear(), ...parts.map((part) => String(part).padStart(2, '0'))].join('-');
}
