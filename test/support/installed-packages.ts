import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { reasonOf } from '../../src/recording/index.ts';

const run = promisify(execFile);

/**
 * The node_modules of packages (`name@version`), installed from npm into a folder on first use, then kept; also when several test
 * processes ask at once. `more`: further options of npm's. Rejects with what to do and npm's own words when that fails.
 */
export async function installedPackages(
  folder: string,
  packages: readonly string[],
  ...more: readonly string[]
): Promise<string> {
  const modules = path.join(folder, 'node_modules');
  if (await hasPackages(modules, packages)) return modules;
  await mkdir(path.dirname(folder), { recursive: true });
  const staged = await mkdtemp(path.join(path.dirname(folder), `.${path.basename(folder)}-`));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', ...more, '--prefix', staged];
  const shell = process.platform === 'win32';
  await run('npm', ['install', ...options, ...packages], { env: withoutNpm(process.env), shell }).catch(
    async (error: unknown) => {
      await rm(staged, { recursive: true, force: true });
      throw new Error(
        `npm could not install ${packages.join(' ')}, which the tests need. Check its registry and proxy (npm config list), and whether ${path.dirname(folder)} can be written to. npm says: ${reasonOf(error)}`,
      );
    },
  );
  // Another test process may have been faster, and use them.
  if (!(await hasPackages(modules, packages))) {
    await rm(folder, { recursive: true, force: true });
    await rename(staged, folder).catch(() => undefined);
  }
  await rm(staged, { recursive: true, force: true });
  if (await hasPackages(modules, packages)) return modules;
  throw new Error(`${packages.join()} could not be put into ${folder}; remove that folder and try again.`);
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

/** An environment without what an enclosing `npm run` sets, which would redirect this install into the project. */
export function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^npm_(?!config_(registry|cache|https?[-_]proxy|proxy|noproxy|cafile))/i.test(name),
    ),
  );
}
