import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../../core/index.ts';
import { isOnNetwork } from '../../urls/index.ts';

/** Of a larger folder only the outer levels are listed. */
const MOST_ENTRIES = 30_000;

/** All files in a folder and below it, by name: not those of packages and of hidden folders, and not of the whole disk. */
export function listByName(root: string): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  if (dirname(root) === root || isOnNetwork(root, process.platform)) return byName;
  const folders = [root];
  let left = MOST_ENTRIES;
  for (let i = 0; i < folders.length && left > 0; i++) {
    const entries = attempt(() => readdirSync(folders[i], { withFileTypes: true })) ?? [];
    left -= entries.length;
    for (const entry of entries) {
      const { name } = entry;
      const path = join(folders[i], name);
      if (entry.isDirectory() && name !== 'node_modules' && !name.startsWith('.')) folders.push(path);
      else if (entry.isFile()) byName.set(name, [...(byName.get(name) ?? []), path]);
    }
  }
  return byName;
}

/**
 * The one of several files that is meant by a path or url of another place: it ends as that does, more than the others; of
 * equal ones it is nearest to `near`. Undefined where that does not tell.
 */
export function closestTo(wanted: string, files: readonly string[], near = ''): string | undefined {
  const scores = files.map((file) => [sharedEnd(wanted, file), sharedStart(near, file)] as const);
  const best = scores.reduce((a, b) => (b[0] > a[0] || (b[0] === a[0] && b[1] > a[1]) ? b : a), [0, 0]);
  const chosen = files.filter((_, i) => scores[i][0] === best[0] && scores[i][1] === best[1]);
  return chosen.length === 1 ? chosen[0] : undefined;
}

const segmentsOf = (path: string): readonly string[] => path.split(/[\\/]+/).filter((part) => part !== '.');

/** How many last parts two paths have in common. */
const sharedEnd = (a: string, b: string): number => sharedParts(segmentsOf(a).toReversed(), segmentsOf(b).toReversed());

const sharedStart = (a: string, b: string): number => sharedParts(segmentsOf(a), segmentsOf(b));

function sharedParts(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}
