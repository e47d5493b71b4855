import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, withoutNpm } from './nodes.ts';

const run = promisify(execFile);

/** The test runners with which the product is tested, pinned so that a test means the same everywhere. */
const runners = {
  'vitest-3': 'vitest@3.2.7',
  'vitest-4': 'vitest@4.1.12',
  'vitest-5': 'vitest@5.1.1',
  'jest-30': 'jest@30.5.2',
  'mocha-11': 'mocha@11.8.0',
  'mocha-12': 'mocha@12.0.3',
} as const;
export type InstalledRunner = keyof typeof runners;

/** The node_modules of a runner, installed from npm on first use (10 to 60 MB, then kept). */
export async function runnerModules(name: InstalledRunner): Promise<string> {
  const folder = path.join(cacheFolder, 'runners', name);
  const [wanted, version] = runners[name].split('@');
  const modules = path.join(folder, 'node_modules');
  if ((await versionOf(path.join(modules, wanted))) === version) return modules;
  await mkdir(path.dirname(folder), { recursive: true });
  const staged = await mkdtemp(path.join(path.dirname(folder), `.${name}-`));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', staged];
  const shell = process.platform === 'win32';
  await run('npm', ['install', ...options, runners[name]], { env: withoutNpm(process.env), shell });
  await rm(folder, { recursive: true, force: true });
  await rename(staged, folder);
  return modules;
}

async function versionOf(folder: string): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version;
  } catch {
    return undefined; // absent
  }
}
