// The tools that Heatline is measured against, from npm in pinned versions; installed into `~/.cache/heatline/peers` on
// first use.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedPackages } from '../support/installed-packages.ts';
import { cacheFolder } from '../support/nodes.ts';
import { ensureInstalled } from '../vscode-host/install.ts';
import { installed, root } from '../vscode-host/paths.ts';

export const peerVersions = { cpupro: '0.7.0', flamebearer: '2.1.0', speedscope: '1.25.0' } as const;
export type PeerName = keyof typeof peerVersions;

/** Folder of an installed peer. Rejects with npm's words when it cannot be installed. */
export async function peerFolder(name: PeerName): Promise<string> {
  const wanted = Object.entries(peerVersions).map(([peer, version]) => `${peer}@${version}`);
  return join(await installedPackages(join(cacheFolder, 'peers'), wanted), name);
}

/** Folder of the extension with which VS Code itself opens profiles, and its version. */
export async function vscodeProfileExtension(): Promise<{ readonly path: string; readonly version: string }> {
  await ensureInstalled();
  const extensions = join(root, 'node_modules/code-server/lib/vscode/extensions');
  const path = join(extensions, 'ms-vscode.vscode-js-profile-table');
  const manifest = await readFile(installed(join(path, 'package.json')), 'utf8');
  return { path, version: (JSON.parse(manifest) as { version: string }).version };
}
