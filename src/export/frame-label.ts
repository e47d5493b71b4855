import type { Analysis, FunctionIndex } from '../core/index.ts';

const ANONYMOUS = '(anonymous)';

/** The name of a function for other tools; functions without one are `(anonymous)`. */
export function functionLabel(analysis: Pick<Analysis, 'functions'>, row: FunctionIndex): string {
  return analysis.functions.name[row] || ANONYMOUS;
}

/** Where a function is defined, as `path:line`; undefined where that is not known. */
export function functionPlace(
  analysis: Pick<Analysis, 'functions' | 'sources'>,
  row: FunctionIndex,
): string | undefined {
  const { source, line } = analysis.functions;
  if (source[row] < 0) return undefined;
  const { path } = analysis.sources[source[row]];
  return line[row] > 0 ? `${path}:${line[row]}` : path;
}
