import type { Analysis } from './analysis.ts';
import type { Microseconds } from './units.ts';

/** The time in functions of each source, by its path. */
export function timeBySource({ functions, sources }: Pick<Analysis, 'functions' | 'sources'>) {
  const timeOf = new Map<string | undefined, Microseconds>();
  functions.source.forEach((source, row) => {
    const path = sources.at(source)?.path;
    if (source >= 0) timeOf.set(path, (timeOf.get(path) ?? 0) + functions.selfTime[row]);
  });
  return timeOf;
}
