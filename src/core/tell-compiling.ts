import { appendFrames } from './append-frames.ts';
import { COMPILING_MODULES, compilingName } from './module-name.ts';
import { Numbering } from './numbering.ts';
import { type CallTree, FrameKind, type Profile, scriptOfFrame } from './profile.ts';
import { ticksWithout } from './ticks-without.ts';
import type { NodeIndex } from './units.ts';

/** Functions of Node's that do next to nothing themselves but have V8 compile a module, by the scripts they are in. */
const compilers: Readonly<Record<string, readonly string[]>> = {
  'node:internal/modules/cjs/loader': ['wrapSafe'],
  'node:internal/modules/esm/utils': ['compileSourceTextModule'],
  'node:internal/modules/esm/get_format': ['detectModuleFormat'],
  'node:internal/bootstrap/realm': ['compileForInternalLoader'],
  'node:internal/vm': ['internalCompileFunction'],
  'node:vm': ['Script', 'compileFunction'],
};

/**
 * Names the time in which modules were compiled, for samplers that only know which function of Node's loader asked for it. The
 * module is known if that loader was called for one only. V8 logs know it themselves. Uses up the profile: the frames of its nodes are
 * changed in place.
 */
export function tellCompiling(profile: Profile): Profile {
  const { frames, tree, ticks, scripts } = profile;
  if (profile.recording.sampler !== 'inspector') return profile;
  const namesIn = scripts.map(({ url }) => (Object.hasOwn(compilers, url) ? compilers[url] : undefined));
  if (!namesIn.some((names) => names !== undefined)) return profile;
  const isCompiler = Uint8Array.from(frames.name, (name, frame) =>
    namesIn[scriptOfFrame(profile, frame)]?.includes(name) ? 1 : 0,
  );
  const nodes = nodesIn(tree, isCompiler);
  if (nodes.length === 0) return profile;
  const modules = modulesOfLoads(profile, nodes);
  const names = new Numbering<string>();
  for (const node of nodes) {
    const url = modules.get(tree.parent[node]);
    tree.frame[node] = frames.name.length + names.numberOf(url === undefined ? COMPILING_MODULES : compilingName(url));
  }
  return {
    ...profile,
    frames: appendFrames(frames, names.list, FrameKind.compiling),
    ticks: ticksWithout(ticks, (node) => tree.frame[node] >= frames.name.length),
  };
}

/** The nodes of some frames. `isWanted`: 1 for each of these. */
function nodesIn({ frame }: CallTree, isWanted: Uint8Array): NodeIndex[] {
  const nodes: NodeIndex[] = [];
  for (let node = 0; node < frame.length; node++) if (isWanted[frame[node]] === 1) nodes.push(node);
  return nodes;
}

/** The url of the only script whose top level each load (the parents of `nodes`) ran; none for those that ran several. */
function modulesOfLoads(
  { tree, frames, positions, scripts }: Profile,
  nodes: readonly NodeIndex[],
): ReadonlyMap<NodeIndex, string | undefined> {
  const loads = new Set(nodes.map((node) => tree.parent[node]));
  const isTopLevel = Uint8Array.from(frames.name, (name, frame) =>
    name === '' && frames.position[frame] >= 0 && positions.line[frames.position[frame]] === 1 ? 1 : 0,
  );
  const modules = new Map<NodeIndex, string | undefined>();
  for (const node of nodesIn(tree, isTopLevel)) {
    const load = tree.parent[node];
    if (!loads.has(load)) continue;
    const { url } = scripts[positions.script[frames.position[tree.frame[node]]]];
    modules.set(load, modules.has(load) && modules.get(load) !== url ? undefined : url);
  }
  return modules;
}
