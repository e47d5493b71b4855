import { type Analysis, Category, type PackageSelf, type PackageTime } from '../core/index.ts';
import { functionLabel, placeLabel } from './names.ts';

/** What a package is called: `lodash-es 4.17.21`, `own code`, or that it is unknown. */
export function packageLabel({ package: known, isOwn }: Pick<PackageSelf, 'package' | 'isOwn'>): string {
  if (known) return known.version === undefined ? known.name : `${known.name} ${known.version}`;
  return isOwn ? 'own code' : 'unknown package';
}

/** The labels of several packages: copies that are called the same are told apart by their folders. */
export function packageLabels(rows: readonly PackageSelf[], folderLabel: (folder: string) => string): string[] {
  const labels = rows.map(packageLabel);
  const seen = new Set<string>();
  const twice = new Set(labels.filter((label) => seen.has(label) || !seen.add(label)));
  return labels.map((label, at) => {
    const folder = rows[at].package?.folder;
    return folder !== undefined && twice.has(label) ? `${label} in ${folderLabel(folder)}` : label;
  });
}

/** An asker for less of the time than this is not the one who asked: what runs behind an `await` has no caller on its stacks. */
const MOST = 0.5;

/**
 * Who asked for most of a package's time: a line of own code, or another package, as `terser-webpack-plugin`. Undefined where
 * nobody did.
 */
export function describeAsker(
  { sources, functions, lines }: Pick<Analysis, 'sources' | 'functions' | 'lines'>,
  { asker, selfTime }: Pick<PackageTime, 'asker' | 'selfTime'>,
  sourceLabel: (source: Analysis['sources'][number]) => string,
): string | undefined {
  if (asker === undefined || asker.time < selfTime * MOST) return undefined;
  const { caller, line } = asker;
  const source = sources[functions.source[caller]];
  const plugin = functions.category[caller] === Category.own ? undefined : source?.package;
  if (plugin) return plugin.name;
  if (source === undefined) return functionLabel(functions.name[caller]);
  return line < 0
    ? `${functionLabel(functions.name[caller])} at ${placeLabel(sourceLabel(source), functions.line[caller])}`
    : placeLabel(sourceLabel(sources[lines.source[line]]), lines.line[line]);
}
