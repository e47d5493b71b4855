import { Category, categoryNames, type FunctionTable } from './analysis.ts';
import type { Mapping, OriginalFrames, Source } from './mapping.ts';
import { pickRows } from './growing-column.ts';
import { Numbering } from './numbering.ts';
import { type CallTree, FrameKind, type FrameTable } from './profile.ts';
import { RowIndex } from './row-index.ts';
import type { FunctionIndex, IndexColumn } from './units.ts';

/** Functions without their times: one row for each distinct name, category and original definition. */
export interface FunctionIdentities extends OriginalFrames, Pick<FunctionTable, 'category'> {
  /** The function (row here) of each frame. */
  readonly ofFrame: IndexColumn<FunctionIndex>;
}

/** The category of frames that belong to no script. */
const categoryOfKind: Readonly<Record<number, Category>> = {
  [FrameKind.native]: Category.native,
  [FrameKind.gc]: Category.gc,
  [FrameKind.program]: Category.program,
  [FrameKind.idle]: Category.idle,
  [FrameKind.root]: Category.root,
  [FrameKind.leftOut]: Category.idle,
  [FrameKind.compiling]: Category.compiling,
  [FrameKind.runtime]: Category.node,
  [FrameKind.wasm]: Category.wasm,
};

/**
 * Which frames turn out to be one function when they are seen in original positions? `tree`: who calls code that is in no file;
 * without it that counts as own.
 */
export function buildFunctions({ kind }: FrameTable, mapping: Mapping, tree?: CallTree): FunctionIdentities {
  const category = categories(kind, mapping, tree);
  const { name, source, line, column } = mapping.frames;
  const [names, rows] = [new Numbering<string>(), new RowIndex()];
  const first = new Int32Array(name.length);
  const ofFrame = new Int32Array(name.length);
  let count = 0;
  for (let frame = 0; frame < name.length; frame++) {
    const named = names.numberOf(name[frame]) * categoryNames.length + category[frame];
    const row = rows.add(source[frame], line[frame], column[frame], named);
    if (row < 0) first[count++] = frame;
    ofFrame[frame] = row < 0 ? ~row : row;
  }
  if (count === name.length) return { name, source, line, column, category, ofFrame };
  const frames = first.subarray(0, count);
  const named = { name: Array.from(frames, (frame) => name[frame]), ofFrame };
  return { ...pickRows({ source, line, column, category }, frames), ...named };
}

/** One `Category` for each frame. */
function categories(kinds: Uint8Array, { sources, frames: { source } }: Mapping, tree?: CallTree): Uint8Array {
  const ofSource = sources.map(categoryOfSource);
  const result = kinds.map((kind, frame) => {
    if (kind !== FrameKind.script) return categoryOfKind[kind];
    return source[frame] < 0 ? Category.own : ofSource[source[frame]];
  });
  const isFileless = (frame: number): boolean => kinds[frame] === FrameKind.script && source[frame] < 0;
  if (tree !== undefined && kinds.some((_, frame) => isFileless(frame))) giveToCallers(result, isFileless, tree);
  return result;
}

/** Code that is made of text (`new Function`), as webpack's hooks, is own only where own code calls it, and dependencies do not more often. */
function giveToCallers(result: Uint8Array, isFileless: (frame: number) => boolean, { frame, parent }: CallTree): void {
  const caller = new Uint8Array(frame.length).fill(Category.root);
  const surplus = new Int32Array(result.length);
  const isOwns = new Uint8Array(result.length);
  for (let node = 0; node < frame.length; node++) {
    const above = parent[node] < 0 ? Category.root : caller[parent[node]];
    const of = frame[node];
    const isPlaced = !isFileless(of) && (result[of] === Category.own || result[of] === Category.dependency);
    caller[node] = isPlaced ? result[of] : above;
    if (!isFileless(of)) continue;
    surplus[of] += +(above === Category.dependency) - +(above === Category.own);
    if (above === Category.own) isOwns[of] = 1;
  }
  for (let of = 0; of < result.length; of++)
    if (isFileless(of) && (surplus[of] > 0 || isOwns[of] === 0)) result[of] = Category.dependency;
}

/** Code that nobody wrote for this program: bundlers' runtimes and stubs, and files of package managers. */
const TOOLING: readonly RegExp[] = [
  // `webpack://app/webpack/bootstrap`, `…/(webpack)/buildin/module.js`, `…/external "fs"`; own files begin with `./`.
  /^webpack(?:-internal)?:\/\/[^/]*\/(?:webpack\/|\(webpack\)|(?:external|ignored|delegated|remote)[ |])/,
  // The same where the bundler was told to write plain paths.
  /[\\/]webpack[\\/](?:bootstrap|universalModuleDefinition|(?:before-|after-)?startup|runtime[\\/][^\\/.]+)$/,
  /^turbopack:\/{2,3}\[turbopack/,
  // Rollup's and Vite's virtual modules.
  /\0/,
  // React's functions for its stack traces.
  /^about:/,
  // Yarn's Plug'n'Play, its releases and its cache, but not its names for the workspaces outside of its folder.
  /[\\/]\.pnp\.(?:c?js|loader\.mjs)$/,
  /[\\/]\.yarn[\\/](?!__virtual__[\\/][^\\/]+[\\/][1-9])/,
];

/** Whose code is a source: the runtime's, a dependency's or a build tool's, or the user's own? */
export function categoryOfSource(source: Source | undefined): Category {
  if (!source) return Category.own;
  const { path, isOfPackage } = source;
  if (isOfPackage === true) return Category.dependency;
  if (/^(node:|internal\/)/.test(path)) return Category.node;
  if (path.startsWith('wasm:')) return Category.native;
  const isForeign = /[\\/]node_modules[\\/]/.test(path) || TOOLING.some((pattern) => pattern.test(path));
  return isForeign ? Category.dependency : Category.own;
}
