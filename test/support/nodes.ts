import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

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

/**
 * Absolute path of the pinned Node of a major version. Installs it from npm on first use (some 40 MB, then kept), also
 * when several test processes ask at once. Rejects with npm's own words when that fails.
 */
export async function nodeBinary(major: NodeMajor): Promise<string> {
  const folder = path.join(cacheFolder, `node-${major}`);
  const binary = binaryIn(folder);
  if (await isNode(binary, major)) return binary;
  const staged = await install(major);
  try {
    await publish(staged, folder, major);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
  return binary;
}

const platform = process.platform === 'win32' ? 'win' : process.platform;
const packageName = `node-${platform}-${process.arch}`;

function binaryIn(folder: string): string {
  const executable = platform === 'win' ? 'node.exe' : 'node';
  return path.join(folder, 'node_modules', packageName, 'bin', executable);
}

async function isNode(binary: string, major: NodeMajor): Promise<boolean> {
  try {
    return (await run(binary, ['--version'])).stdout.trim() === `v${nodeVersions[major]}`;
  } catch {
    return false; // absent, or another process is still writing it
  }
}

async function install(major: NodeMajor): Promise<string> {
  await mkdir(cacheFolder, { recursive: true });
  const staged = await mkdtemp(path.join(cacheFolder, `.node-${major}-`));
  const wanted = `${packageName}@${nodeVersions[major]}`;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--prefix', staged];
  await run('npm', ['install', ...options, wanted], { env: withoutNpm(process.env), shell: platform === 'win' });
  return staged;
}

/** Puts the staged folder in its place at once, so that nobody ever sees half a Node. */
async function publish(staged: string, folder: string, major: NodeMajor): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      await rename(staged, folder);
      return;
    } catch {
      // Another process installed it first: a good install is kept; another version or a broken one is replaced.
      for (let wait = 0; wait < 10; wait++) {
        if (await isNode(binaryIn(folder), major)) return;
        await sleep(500);
      }
      await rm(folder, { recursive: true, force: true });
    }
  }
  throw new Error(`Node ${major} could not be put into ${folder}; remove that folder and try again.`);
}

/** An environment without what an enclosing `npm run` sets, which would redirect this install into the project. */
export function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_(?!config_(registry|cache))/i.test(name)));
}
