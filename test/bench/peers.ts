// The tools that Heatline is measured against, from npm in pinned versions; installed into `~/.cache/heatline/peers` on
// first use.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../support/nodes.ts';
import { ensureInstalled } from '../vscode-host/install.ts';
import { installed, root } from '../vscode-host/paths.ts';

export const peerVersions = { cpupro: '0.7.0', flamebearer: '2.1.0', speedscope: '1.25.0' } as const;
export type PeerName = keyof typeof peerVersions;

const folder = join(cacheFolder, 'peers');

/** Folder of an installed peer. Rejects with npm's words when it cannot be installed. */
export async function peerFolder(name: PeerName): Promise<string> {
  const path = join(folder, 'node_modules', name);
  if ((await versionIn(path)) === peerVersions[name]) return path;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const wanted = Object.entries(peerVersions).map(([peer, version]) => `${peer}@${version}`);
  const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--prefix', folder];
  await promisify(execFile)('npm', ['install', ...options, ...wanted], { shell: process.platform === 'win32' });
  return path;
}

/** Folder of the extension with which VS Code itself opens profiles, and its version. */
export async function vscodeProfileExtension(): Promise<{ readonly path: string; readonly version: string }> {
  await ensureInstalled();
  const extensions = join(root, 'node_modules/code-server/lib/vscode/extensions');
  const path = join(extensions, 'ms-vscode.vscode-js-profile-table');
  installed(join(path, 'package.json'));
  return { path, version: (await versionIn(path)) ?? 'unknown' };
}

async function versionIn(path: string): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as { version: string }).version;
  } catch {
    return undefined;
  }
}
