import { execFile } from 'node:child_process';
import { cp, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const source = path.join(import.meta.dirname, 'workspace');
const tsc = path.resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/** Copies the test workspace to `folder`, builds its TypeScript project with tsc, and gives the folder's real path. */
export async function prepareWorkspace(folder: string): Promise<string> {
  await cp(source, folder, { recursive: true });
  const project = path.join(folder, 'typescript');
  await promisify(execFile)(process.execPath, [tsc, '--project', project]);
  return realpath(folder);
}
