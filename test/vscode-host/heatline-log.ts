import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The last lines of Heatline's own log; messages of VS Code are in it, too, which its list of notifications hides. */
export async function heatlineLog(userDataDir: string): Promise<string[]> {
  const logs = path.join(userDataDir, 'logs');
  const names = (await readdir(logs, { recursive: true })).filter((name) => name.endsWith('Heatline.log'));
  const texts = await Promise.all(names.sort().map((name) => readFile(path.join(logs, name), 'utf8')));
  return texts.join('').split('\n').slice(-60);
}
