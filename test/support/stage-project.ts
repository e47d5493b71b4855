import { cp, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const left = new Set(['.git', 'dist', 'node_modules', 'out', 'test']);

/**
 * Copies the project into an empty folder, to be packed there: packing builds minified bundles into `dist`, where other tests
 * run what is not minified.
 */
export async function stageProject(folder: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => !left.has(name));
  for (const name of names) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
}
