import { FrameKind, type Profile, type SampleTable, scriptOfFrame } from './profile.ts';
import { ticksWithout } from './ticks-without.ts';
import type { NodeIndex } from './units.ts';
import { isUnsampled, withRootChild } from './unsampled.ts';

/**
 * The profile without what the recorder itself did inside the program, which is mostly to wait for the sampler: those
 * samples become idle, so that no share counts them. Listeners of the program that the recorder calls stay.
 */
export function excludeRecorder(profile: Profile): Profile {
  const { recorderScripts } = profile.recording;
  const isRecorders = profile.scripts.map(({ url }) => isRecorderScript(url, recorderScripts));
  if (!isRecorders.includes(true)) return profile;
  const own = recorderNodes(profile, isRecorders);
  const { tree, frames, ticks } = profile;
  const idleNode = tree.frame.length;
  return {
    ...profile,
    ...withRootChild(frames, tree, '(idle)', FrameKind.idle),
    samples: makeIdle(profile, own, idleNode),
    ticks: ticksWithout(ticks, own),
  };
}

/** The samples, those of `own` nodes as idle ones. A gap after such a sample is the recorder's too, and part of it. */
function makeIdle(profile: Profile, own: Uint8Array, idleNode: NodeIndex): SampleTable {
  const { samples } = profile;
  const [node, start, cpu] = [samples.node.slice(), samples.start.slice(), samples.cpu?.slice()];
  const blocked = samples.blocked?.slice();
  let to = 0;
  for (let i = 0; i < samples.node.length; i++) {
    if (i > 0 && own[samples.node[i - 1]] === 1 && isUnsampled(profile, samples.node[i])) {
      if (cpu) cpu[to - 1] += cpu[i] + (blocked?.[i] ?? 0);
      continue;
    }
    const isOwn = own[samples.node[i]] === 1;
    node[to] = isOwn ? idleNode : samples.node[i];
    start[to] = samples.start[i];
    // Idle time is not blocked.
    if (cpu) cpu[to] = cpu[i] + (isOwn ? (blocked?.[i] ?? 0) : 0);
    if (blocked) blocked[to] = isOwn ? 0 : blocked[i];
    to++;
  }
  start[to] = samples.start[samples.node.length];
  return {
    node: node.subarray(0, to),
    start: start.subarray(0, to + 1),
    ...(cpu && { cpu: cpu.subarray(0, to) }),
    ...(blocked && { blocked: blocked.subarray(0, to) }),
  };
}

/** Whether a script is one of the recorder's own (`paths`). The inspector gives urls, V8 logs give paths. */
export function isRecorderScript(url: string, paths: readonly string[] = []): boolean {
  return paths.some((path) => url === path || url === `file://${encodeURI(path)}`);
}

/** 1 for nodes of the recorder's scripts, and for what is no script and Node's own code that they called. */
function recorderNodes(profile: Profile, isRecorders: readonly boolean[]): Uint8Array {
  const { tree, frames, scripts } = profile;
  const own = new Uint8Array(tree.frame.length);
  for (let node = 1; node < own.length; node++) {
    const frame = tree.frame[node];
    const at = scriptOfFrame(profile, frame);
    if (isRecorders[at]) own[node] = 1;
    else if (frames.kind[frame] !== FrameKind.script || (at >= 0 && scripts[at].url.startsWith('node:')))
      own[node] = own[tree.parent[node]];
  }
  return own;
}
