import { joinTables, mapColumns } from './growing-column.ts';
import { mergeFacts } from './merge-facts.ts';
import { Numbering } from './numbering.ts';
import type { CallTree, Lane, MergedProfile, Profile, Script } from './profile.ts';
import { NONE, type ScriptIndex } from './units.ts';

/** A thread's profile on its way into that of the whole. */
export interface ThreadProfile extends Pick<Lane, 'thread' | 'offset'> {
  readonly profile: Profile;
}

/**
 * One thread, or several, as one profile. The stacks of each thread stand below one root, one thread after the other, and each thread
 * keeps its own samples. Nothing is added up here: equal functions of different threads meet when they are seen in original
 * positions. A script that several threads ran becomes one, so that it is mapped once.
 */
export function mergeProfiles(threads: readonly ThreadProfile[]): MergedProfile {
  if (threads.length === 1) {
    const [{ thread, offset, profile }] = threads;
    const { samples, recording } = profile;
    return { ...profile, lanes: [{ thread, offset, samples, recording }] };
  }
  const profiles = threads.map(({ profile }) => profile);
  const scripts = new ScriptRows();
  const places = placeRows(profiles, scripts);
  const builtins = new Numbering<string>();
  const ofNode = (row: number, i: number): number => (row > 0 ? row + places[i].nodes : row);
  const ofPosition = (row: number, i: number): number => (row >= 0 ? row + places[i].positions : NONE);
  const ofFrame = (row: number, i: number): number => (row >= 0 ? row + places[i].frames : row);
  // A column has the same name in every table.
  const moves = {
    script: (row: number, i: number): number => (row >= 0 ? places[i].scripts[row] : NONE),
    ...{ position: ofPosition, callPosition: ofPosition },
    ...{ node: ofNode, parent: ofNode, from: ofNode },
    ...{ frame: ofFrame, within: ofFrame },
    builtin: (row: number, i: number): number => builtins.numberOf(profiles[i].builtins?.names[row] ?? ''),
  };
  const lanes = threads.map(({ thread, offset, profile: { samples, recording } }, i): Lane => {
    const node = samples.node.map((row) => ofNode(row, i));
    return { thread, offset, recording, samples: { ...samples, node } };
  });
  const tablesOf = <Name extends keyof Profile>(name: Name): Profile[Name][] => profiles.map((one) => one[name]);
  const inBuiltins = joinTables(tablesOf('builtins'), moves);
  return {
    scripts: scripts.list,
    positions: joinTables(tablesOf('positions'), moves),
    frames: { ...joinTables(tablesOf('frames'), moves), name: profiles.flatMap(({ frames }) => frames.name) },
    tree: mergeTrees(tablesOf('tree'), moves),
    // What weighs the samples of each thread, weighs its ticks.
    ticks: joinTables(tablesOf('ticks'), moves, {
      cpu: ({ time }) => time,
      computing: ({ count }) => count,
      from: ({ node }) => new Int32Array(node.length).fill(NONE),
    }),
    ...(inBuiltins && { builtins: { ...inBuiltins, names: builtins.list } }),
    collections: joinTables(tablesOf('collections'), moves),
    lanes,
    recording: mergeFacts(lanes),
  };
}

/** Where each thread's rows begin in the tables of the whole. `nodes` is one less, since all threads share one root. */
function placeRows(profiles: readonly Profile[], scripts: ScriptRows) {
  let next = { positions: 0, frames: 0, nodes: 0 };
  return profiles.map(({ scripts: own, positions, frames, tree }) => {
    const place = { ...next, scripts: Int32Array.from(own, (script) => scripts.add(script)) };
    next = {
      positions: next.positions + positions.line.length,
      frames: next.frames + frames.name.length,
      nodes: next.nodes + tree.frame.length - 1,
    };
    return place;
  });
}

function mergeTrees(whole: readonly CallTree[], moves: Parameters<typeof joinTables>[1]): CallTree {
  // Of the roots the first stays.
  const trees = whole.map((tree, i) => (i > 0 ? mapColumns(tree, (column) => column.subarray(1)) : tree));
  const joined = joinTables(trees, moves, { callPosition: ({ frame }) => new Int32Array(frame.length).fill(NONE) });
  if (joined.callPosition === undefined) return joined;
  const isUnknown = ({ callPosition, frame, areCallsPartial }: CallTree): boolean =>
    frame.length > 1 && (callPosition === undefined || areCallsPartial === true);
  return { ...joined, areCallsPartial: whole.some(isUnknown) };
}

/** Scripts, each once: the same url with the same text and the same map. */
class ScriptRows {
  readonly list: Script[] = [];
  readonly #rows = new Numbering<unknown>();
  readonly #texts = new Numbering<string | undefined>();

  add(script: Script): ScriptIndex {
    const { url, contentHash, isOriginal, sourceMapUrl, sourceMap, source } = script;
    const texts = [contentHash, sourceMapUrl, sourceMap, source].map((text) => this.#texts.numberOf(text));
    const row = this.#rows.numberOf(url === '' ? script : `${isOriginal} ${texts.join()} ${url}`);
    this.list[row] ??= script;
    return row;
  }
}
