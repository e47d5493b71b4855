import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * A new file for a recording under `.heatline/` of the folder, which is made and keeps itself out of git. No other run
 * gets the same: the file appears only at its end, so the name tells the process too.
 */
export function makeRecordingPlace(folder: string, program: string, now: Date, ending = 'cpuprofile'): string {
  const home = join(folder, '.heatline');
  mkdirSync(home, { recursive: true });
  const ignore = join(home, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
  return join(home, `${basename(program).replace(/\.\w+$/, '')}-${stamp(now)}-${process.pid}.${ending}`);
}

/** Local time as `2026-01-31-09-05-00`. */
function stamp(now: Date): string {
  const parts = [now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()];
  return [now.getFullYear(), ...parts.map((part) => String(part).padStart(2, '0'))].join('-');
}
