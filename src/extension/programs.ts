import * as path from 'node:path';
import { programExtensions } from './contributions.ts';

/** Whether Heatline can profile a file, by its name: JavaScript and TypeScript, but not declarations. */
export function isProgram(file: string): boolean {
  const extension = path.extname(file).toLowerCase();
  return programExtensions.some((known) => known === extension) && !/\.d\.[cm]?ts$/i.test(file);
}
