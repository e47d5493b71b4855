import { Category, MICROTASKS, Precision, PROGRAM } from '../core/index.ts';
import type { SamplerName } from '../recording/index.ts';

/** What a function is called; one without a name is called as V8 does. */
export const functionLabel = (name: string): string => name || '(anonymous)';

/** What V8 and Node do in time that no function has. */
const runtimeWork: ReadonlyMap<string, string> = new Map([
  [MICROTASKS, 'V8 settling promises and resuming async functions'],
  [PROGRAM, 'Node and V8 themselves, outside any function'],
]);

/** What is done in time that no function has, by the name and `Category` of what is in its place; undefined elsewhere. */
export const describeRuntimeWork = (name: string, category: number): string | undefined =>
  category === Category.program ? runtimeWork.get(name) : undefined;

/** A place as editors and terminals make a link of it: `src/app.ts:12`. The file alone where the line (1-based) is unknown. */
export const placeLabel = (file: string, line: number): string => (line > 0 ? `${file}:${line}` : file);

/** The parts that are not empty, with a separator between them. */
export const joinParts = (separator: string, ...parts: readonly (string | false | undefined)[]): string =>
  parts.filter(Boolean).join(separator);

/** How sure the place of a line's time is. */
export const precisionLabels: Readonly<Record<Precision, string>> = {
  [Precision.exact]: 'exact line',
  [Precision.function]: 'only the function is known, not its line',
  [Precision.estimated]: 'estimated',
};

/** What took the samples. */
export const samplerLabels: Readonly<Record<SamplerName, string>> = { inspector: 'inspector', v8log: 'V8 log' };
