import path from 'node:path';
import { installedPackages } from './installed-packages.ts';
import { cacheFolder } from './nodes.ts';

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
export const runnerNames = Object.keys(runners) as InstalledRunner[];

/** The node_modules of a runner, installed from npm on first use (10 to 60 MB, then kept). */
export function runnerModules(name: InstalledRunner): Promise<string> {
  return installedPackages(path.join(cacheFolder, 'runners', name), [runners[name]]);
}
