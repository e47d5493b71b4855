import { Category, MICROTASKS, Precision, PROGRAM, shortUrl } from '../core/index.ts';
import type { SamplerName } from '../recording/index.ts';

/** The name of a function; one without a name is called as in V8. */
export const functionLabel = (name: string): string => name || '(anonymous)';

const runtimeWork: ReadonlyMap<string, string> = new Map([
  [MICROTASKS, 'V8 settling promises and resuming async functions'],
  [PROGRAM, 'Node and V8 themselves, outside any function'],
]);

/**
 * What happens in time that belongs to no function? By the name and the `Category` of what takes its place; undefined for
 * others.
 */
export const describeRuntimeWork = (name: string, category: number): string | undefined =>
  category === Category.program ? runtimeWork.get(name) : undefined;

/** What a program ran on: a Node is known by its version alone, a browser with its name. */
export const runtimeName = (version: string): string => (version.startsWith('v') ? `Node ${version}` : version);

/** A place that editors and terminals turn into a link: `src/app.ts:12`. Only the file if the line (1-based) is unknown. */
export const placeLabel = (file: string, line: number): string =>
  line > 0 ? `${shortUrl(file)}:${line}` : shortUrl(file);

/** The same by the file's name alone, for where there is little room. */
export const fileLabel = (file: string, line: number): string =>
  placeLabel(file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1), line);

/** Joins the parts that are not empty with a separator. */
export const joinParts = (separator: string, ...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(separator);

/** How sure is the place of a line's time? */
export const precisionLabels: Readonly<Record<Precision, string>> = {
  [Precision.exact]: 'exact line',
  [Precision.function]: 'only the function is known, not its line',
  [Precision.estimated]: 'estimated',
};

/** What took the samples. */
export const samplerLabels: Readonly<Record<SamplerName, string>> = {
  inspector: 'inspector',
  v8log: 'V8 log',
  other: 'another profiler',
};
