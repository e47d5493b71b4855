import { attempt } from './attempt.ts';
import { compilingName } from './module-name.ts';
import { type CallTree, FrameKind, type Profile, rowsOf, type SampleTable, scriptOfFrame } from './profile.ts';
import { builtinsWithout, ticksWithout } from './ticks-without.ts';
import type { Microseconds, NodeIndex } from './units.ts';
import { withIdleNode } from './root-child.ts';

/**
 * The profile without what the recorder did inside the program, which is mostly to wait for the sampler. The time before the
 * program's beginning and after its end, in which the recorder held it, is cut away. The recorder's samples in between become
 * idle, so that no share counts them. Functions of the program that the recorder calls (listeners, where it stands in for a
 * function of Node's) stay, as called by the recorder's caller.
 */
export function excludeRecorder(profile: Profile): Profile {
  const { recorderScripts } = profile.recording;
  const isRecorders = profile.scripts.map(({ url }) => isRecorderScript(url, recorderScripts));
  const ofFrame = partsOfFrames(profile, isRecorders);
  const own = recorderNodes(profile, ofFrame);
  if (!own.includes(1)) return profile;
  const { tree, frames, ticks, builtins, recording } = profile;
  // What is no file takes samples out of a running program, and holds it for a moment only.
  const holding = profile.scripts.map(({ url }, i) => isRecorders[i] && !url.startsWith('heatline:'));
  const { begin, end } = findOwnTime(profile, recorderNodes(profile, partsOfFrames(profile, holding)));
  // A recording of nothing but the recorder stays, as idle time.
  const samples = end > begin ? rowsOf(profile.samples, begin, end) : profile.samples;
  const cutTime = spanOf(profile.samples) - spanOf(samples);
  const idleNode = tree.frame.length;
  const isOfRecorder = Uint8Array.from(frames.position, (_, frame) =>
    isRecorders[scriptOfFrame(profile, frame)] ? 1 : 0,
  );
  return {
    ...profile,
    ...withIdleNode({ frames, tree: passOverRecorder(profile.tree, isOfRecorder) }),
    samples: makeIdle({ ...profile, samples }, own, idleNode),
    recording: { ...recording, duration: Math.max(0, recording.duration - cutTime) },
    ticks: ticksWithout(ticks, own),
    ...(builtins && { builtins: builtinsWithout(builtins, isOfRecorder) }),
  };
}

const spanOf = ({ start }: SampleTable): Microseconds => start[start.length - 1] - start[0];

/**
 * The call tree, in which what the recorder's functions call was called where they were. Nothing is below their nodes.
 * `isOfRecorder`: 1 for each frame of the recorder's scripts.
 */
function passOverRecorder(tree: CallTree, isOfRecorder: Uint8Array): CallTree {
  const { frame } = tree;
  const [parent, callPosition] = [tree.parent.slice(), tree.callPosition?.slice()];
  for (let node = 1; node < parent.length; node++) {
    const above = parent[node];
    if (isOfRecorder[frame[above]] === 0) continue;
    // That of the caller was set before: callers stand before what they call.
    parent[node] = parent[above];
    if (callPosition) callPosition[node] = callPosition[above];
  }
  return { ...tree, parent, ...(callPosition && { callPosition }) };
}

/** The rows of samples between those in which the recorder held the program at its beginning and at its end. */
interface OwnTime {
  readonly begin: number;
  readonly end: number;
}

/**
 * In microseconds. Longer idle time between two of the recorder's samples is the program's: the first of them may have come while the
 * program ran.
 */
const LONGEST_OWN_WAIT = 50_000;

/**
 * The program starts after the recorder's last sample that precedes every sample of another script. It ends with the recorder's first
 * sample that follows all of those. Before and after, the recorder holds the program. (The recorder also has samples in between, when
 * a child is started.) It never holds an idle program at its end: a program that idles there waits for something of its own.
 */
function findOwnTime(profile: Profile, own: Uint8Array): OwnTime {
  const { samples, frames, tree } = profile;
  const { node, start } = samples;
  const isOfScript = nodesOfScripts(profile, own);
  const kindAt = (i: number): number => frames.kind[tree.frame[node[i]]];
  let begin = 0;
  while (begin < node.length && isOfScript[node[begin]] === 0) begin++;
  if (begin === node.length) return longestOther(node, own);
  let end = node.length;
  // V8 takes a tick now and then too few: that is no idle time of the program's while the recorder waits.
  const isOwnWait = (i: number): boolean =>
    own[node[i - 1]] === 1 &&
    i + 1 < node.length &&
    own[node[i + 1]] === 1 &&
    start[i + 1] - start[i] < LONGEST_OWN_WAIT;
  while (end > begin && isOfScript[node[end - 1]] === 0 && (kindAt(end - 1) !== FrameKind.idle || isOwnWait(end - 1)))
    end--;
  while (begin > 0 && own[node[begin - 1]] === 0) begin--;
  while (end < node.length && own[node[end]] === 0) end++;
  return { begin, end };
}

/** 1 for nodes of scripts other than the recorder's, and for what they called: native code in which they wait, collections. */
function nodesOfScripts({ frames, tree }: Profile, own: Uint8Array): Uint8Array {
  const isOfScript = new Uint8Array(own.length);
  for (let node = 1; node < own.length; node++)
    if (own[node] === 0)
      isOfScript[node] = frames.kind[tree.frame[node]] === FrameKind.script ? 1 : isOfScript[tree.parent[node]];
  return isOfScript;
}

/** The longest run of samples that are not the recorder's: of a program whose scripts were only compiled, or never met. */
function longestOther(node: SampleTable['node'], own: Uint8Array): OwnTime {
  let longest: OwnTime = { begin: 0, end: 0 };
  for (let begin = 0; begin < node.length; begin++) {
    if (own[node[begin]] === 1) continue;
    let end = begin;
    while (end < node.length && own[node[end]] === 0) end++;
    if (end - begin > longest.end - longest.begin) longest = { begin, end };
    begin = end;
  }
  return longest;
}

/** The samples, those of `own` nodes as idle ones. */
function makeIdle({ samples }: Pick<Profile, 'samples'>, own: Uint8Array, idleNode: NodeIndex): SampleTable {
  const [node, cpu, blocked] = [samples.node.slice(), samples.cpu?.slice(), samples.blocked?.slice()];
  const position = samples.position?.slice();
  for (let i = 0; i < node.length; i++) {
    if (own[node[i]] === 0) continue;
    node[i] = idleNode;
    // Idle time is not blocked.
    if (cpu) cpu[i] += blocked?.[i] ?? 0;
    if (blocked) blocked[i] = 0;
    if (position) position[i] = -1;
  }
  return { ...samples, node, ...(cpu && { cpu }), ...(blocked && { blocked }), ...(position && { position }) };
}

/** Whether a script is one of the recorder's own (`paths`, or evaluated). The inspector gives urls, V8 logs give paths. */
export function isRecorderScript(url: string, paths: readonly string[] = []): boolean {
  if (url.startsWith('heatline:')) return true;
  const file = url.startsWith('file://') ? attempt(() => decodeURIComponent(url.slice('file://'.length))) : url;
  return file !== undefined && paths.includes(file);
}

/** Tells frames in which V8 compiled a script of the recorder's. A name that a script of the program has too is the program's. */
function findOwnCompiling({ scripts, recording }: Profile): (name: string) => boolean {
  const { recorderScripts = [] } = recording;
  const names = new Set(recorderScripts.map(compilingName));
  for (const { url } of scripts) if (!isRecorderScript(url, recorderScripts)) names.delete(compilingName(url));
  return (name) => names.has(name) || name.startsWith(compilingName('heatline:'));
}

/** Whose is the time of a function that stands below the recorder's? */
const Part = { others: 0, callers: 1, recorders: 2 } as const;

/**
 * Whose each frame is. The recorder's are its scripts and what V8 compiles of them. What is no script, Node's own code and
 * scripts without a name are their caller's: such are evaluated from outside where the recorder holds the program. Not `emit`:
 * the recorder stands in for that of `process`, through which cluster hands workers their connections, and passes it on.
 */
function partsOfFrames(profile: Profile, isRecorders: readonly boolean[]): Uint8Array {
  const { frames, scripts } = profile;
  const isOwnCompiling = findOwnCompiling(profile);
  const parts = new Uint8Array(frames.name.length);
  for (let frame = 0; frame < parts.length; frame++) {
    const kind = frames.kind[frame];
    const at = scriptOfFrame(profile, frame);
    // A function whose script is not known may be anyone's: its time is the program's.
    const url = at >= 0 ? scripts[at].url : undefined;
    const mayBeOwn = url === '' || (url?.startsWith('node:') && !isEmit(url, frames.name[frame]));
    if (isRecorders[at] || (kind === FrameKind.compiling && isOwnCompiling(frames.name[frame])))
      parts[frame] = Part.recorders;
    else if (kind !== FrameKind.script || mayBeOwn) parts[frame] = Part.callers;
  }
  return parts;
}

/** 1 for the recorder's nodes, `parts` being those of frames. */
function recorderNodes({ tree: { frame, parent } }: Profile, parts: Uint8Array): Uint8Array {
  const own = new Uint8Array(frame.length);
  for (let node = 1; node < own.length; node++) {
    const part = parts[frame[node]];
    if (part === Part.recorders) own[node] = 1;
    else if (part === Part.callers) own[node] = own[parent[node]];
  }
  return own;
}

const isEmit = (url: string, name: string): boolean => url === 'node:events' && /(?:^|\.)emit$/.test(name);
