import './home.ts';
import os from 'node:os';
import path from 'node:path';
import { installedPackages } from './installed-packages.ts';

/** The Node versions on which the product is tested, pinned so that a test means the same everywhere. */
export const nodeVersions = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' } as const;
export type NodeMajor = keyof typeof nodeVersions;
export const nodeMajors: readonly NodeMajor[] = [20, 22, 24, 26];

/**
 * The versions for tests of what Heatline does by itself (what it keeps, its limits, how it lives with its surroundings),
 * which no version of Node changes: the oldest and the newest, and all with `HEATLINE_TEST_NODES=all`. Tests of what V8 and
 * Node do, which each version does its own way, take `nodeMajors`.
 */
export const outerNodeMajors: readonly NodeMajor[] = process.env.HEATLINE_TEST_NODES === 'all' ? nodeMajors : [20, 26];

/** Where the tests keep what they install; shared by every checkout on the machine. */
export const cacheFolder = process.env.HEATLINE_TEST_CACHE ?? path.join(os.homedir(), '.cache', 'heatline');

const platform = process.platform === 'win32' ? 'win' : process.platform;
const packageName = `node-${platform}-${process.arch}`;

/**
 * Absolute path of the pinned Node of a major version. Installs it from npm on first use (some 40 MB, then kept), also
 * when several test processes ask at once. Rejects with npm's own words when that fails.
 */
export async function nodeBinary(major: NodeMajor): Promise<string> {
  const folder = path.join(cacheFolder, `node-${major}`);
  const modules = await installedPackages(folder, [`${packageName}@${nodeVersions[major]}`]);
  return path.join(modules, packageName, 'bin', platform === 'win' ? 'node.exe' : 'node');
}
