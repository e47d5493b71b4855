import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A new file for a recording under `.heatline/` of the folder, which is made and keeps itself out of git. */
export function makeRecordingPlace(folder: string, program: string, now: Date, ending = 'cpuprofile'): string {
  const home = join(folder, '.heatline');
  mkdirSync(home, { recursive: true });
  const ignore = join(home, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
  const name = `${basename(program).replace(/\.\w+$/, '')}-${stamp(now)}`;
  for (let i = 1; ; i++) {
    const stem = join(home, `${name}${i > 1 ? `-${i}` : ''}`);
    if (![ending, 'v8log'].some((taken) => existsSync(`${stem}.${taken}`))) return `${stem}.${ending}`;
  }
}

/** Local time as `2026-01-31-09-05-00`. */
function stamp(now: Date): string {
  const parts = [now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()];
  return [now.getFullYear(), ...parts.map((part) => String(part).padStart(2, '0'))].join('-');
}
