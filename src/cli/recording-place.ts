import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A new file for a recording under `.heatline/` of the folder, which is made and keeps itself out of git. */
export function makeRecordingPlace(folder: string, program: string, now: Date): string {
  const home = join(folder, '.heatline');
  mkdirSync(home, { recursive: true });
  const ignore = join(home, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
  const name = `${basename(program).replace(/\.\w+$/, '')}-${stamp(now)}`;
  for (let i = 1; ; i++) {
    const path = join(home, `${name}${i > 1 ? `-${i}` : ''}.cpuprofile`);
    if (!existsSync(path) && !existsSync(path.replace(/cpuprofile$/, 'v8log'))) return path;
  }
}

/** Local time as `2026-01-31-09-05-00`. */
function stamp(now: Date): string {
  const parts = [now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()];
  return [now.getFullYear(), ...parts.map((part) => String(part).padStart(2, '0'))].join('-');
}
