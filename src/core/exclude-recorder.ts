import { appendRows } from './growing-column.ts';
import { FrameKind, type Profile, scriptOfFrame } from './profile.ts';

/**
 * The profile without what the recorder itself did inside the program, which is mostly to wait for the sampler: those
 * samples become idle, so that no share counts them. Listeners of the program that the recorder calls stay.
 */
export function excludeRecorder(profile: Profile): Profile {
  const { recorderScripts } = profile.recording;
  const isRecorders = profile.scripts.map(({ url }) => isRecorderScript(url, recorderScripts));
  if (!isRecorders.includes(true)) return profile;
  const own = recorderNodes(profile, isRecorders);
  const { tree, frames, samples, ticks } = profile;
  const idleNode = tree.frame.length;
  const idleFrame = frames.name.length;
  const kept = Array.from(ticks.node.keys()).filter((tick) => own[ticks.node[tick]] === 0);
  const pick = <Column extends Uint8Array | Int32Array | Uint32Array | Float64Array>(column: Column): Column => {
    const result = column.slice(0, kept.length) as Column;
    kept.forEach((tick, row) => (result[row] = column[tick]));
    return result;
  };
  return {
    ...profile,
    frames: {
      ...(frames.isBuiltin && { isBuiltin: appendRows(frames.isBuiltin, [0]) }),
      name: [...frames.name, '(idle)'],
      position: appendRows(frames.position, [-1]),
      kind: appendRows(frames.kind, [FrameKind.idle]),
    },
    tree: {
      frame: appendRows(tree.frame, [idleFrame]),
      parent: appendRows(tree.parent, [0]),
      callPosition: tree.callPosition && appendRows(tree.callPosition, [-1]),
      lowTier: tree.lowTier && appendRows(tree.lowTier, [0]),
    },
    samples: { ...samples, node: samples.node.map((node) => (own[node] ? idleNode : node)) },
    ticks: {
      node: pick(ticks.node),
      position: pick(ticks.position),
      count: pick(ticks.count),
      time: pick(ticks.time),
      cpu: ticks.cpu && pick(ticks.cpu),
      repair: ticks.repair && pick(ticks.repair),
    },
  };
}

/** Whether a script is one of the recorder's own (`paths`). The inspector gives urls, V8 logs give paths. */
export function isRecorderScript(url: string, paths: readonly string[] = []): boolean {
  return paths.some((path) => url === path || url === `file://${encodeURI(path)}`);
}

/** 1 for nodes of the recorder's scripts, and for native and Node's own code that they called. */
function recorderNodes(profile: Profile, isRecorders: readonly boolean[]): Uint8Array {
  const { tree, frames, scripts } = profile;
  const own = new Uint8Array(tree.frame.length);
  for (let node = 1; node < own.length; node++) {
    const frame = tree.frame[node];
    const at = scriptOfFrame(profile, frame);
    if (isRecorders[at]) own[node] = 1;
    else if (frames.kind[frame] === FrameKind.native || (at >= 0 && scripts[at].url.startsWith('node:')))
      own[node] = own[tree.parent[node]];
  }
  return own;
}
