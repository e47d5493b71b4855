import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withoutNpm } from './nodes.ts';

const run = promisify(execFile);

/**
 * The node_modules of packages (`name@version`), installed from npm into a folder on first use, then kept. Rejects with
 * npm's own words when that fails.
 */
export async function installedPackages(folder: string, packages: readonly string[]): Promise<string> {
  const modules = path.join(folder, 'node_modules');
  if (await hasPackages(modules, packages)) return modules;
  await mkdir(path.dirname(folder), { recursive: true });
  const staged = await mkdtemp(path.join(path.dirname(folder), `.${path.basename(folder)}-`));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', staged];
  const shell = process.platform === 'win32';
  await run('npm', ['install', ...options, ...packages], { env: withoutNpm(process.env), shell });
  if (await hasPackages(modules, packages)) {
    await rm(staged, { recursive: true, force: true }); // another test process was faster, and uses them
    return modules;
  }
  await rm(folder, { recursive: true, force: true });
  await rename(staged, folder);
  return modules;
}

async function hasPackages(modules: string, packages: readonly string[]): Promise<boolean> {
  const isThere = await Promise.all(packages.map((wanted) => hasPackage(modules, wanted)));
  return isThere.every(Boolean);
}

async function hasPackage(modules: string, wanted: string): Promise<boolean> {
  const at = wanted.lastIndexOf('@');
  try {
    const text = await readFile(path.join(modules, wanted.slice(0, at), 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version === wanted.slice(at + 1);
  } catch {
    return false; // absent
  }
}
