import { attempt } from './attempt.ts';
import { cutTicks } from './cut-profile.ts';
import { compilingName } from './module-name.ts';
import { type CallTree, FrameKind, type Profile, rowsOf, type SampleTable, scriptOfFrame } from './profile.ts';
import { builtinsWithout, ticksWithout } from './ticks-without.ts';
import type { FrameIndex, Microseconds, NodeIndex } from './units.ts';
import { withIdleNode } from './append-frames.ts';

/**
 * The profile without what the recorder did inside the program, which is mostly to wait for the sampler. The time before the
 * program's beginning and after its end, in which the recorder held it, is cut away. The recorder's samples in between become
 * idle, so that no share counts them. Functions of the program that the recorder calls (listeners, where it stands in for a
 * function of Node's) stay, as called by the recorder's caller. `loadedAt`: on the profile's clock, when the recorder's own thread had
 * last loaded a file of the program. Uses up the profile: its columns are changed in place.
 */
export function excludeRecorder(profile: Profile, loadedAt: Microseconds = 0): Profile {
  const { recorderScripts } = profile.recording;
  const isRecorders = profile.scripts.map(({ url }) => isRecorderScript(url, recorderScripts));
  const parts = partsOfFrames(profile, isRecorders);
  if (!parts.includes(Part.holding) && !parts.includes(Part.looking)) return profile;
  const own = recorderNodes(profile, parts);
  const { ticks, builtins, recording } = profile;
  const notBefore = behindLoader(profile, loadedAt);
  const { begin, end } = findOwnTime(profile, own, notBefore);
  // A recording of nothing but the recorder stays, as idle time.
  const samples = end > begin ? rowsOf(profile.samples, begin, end) : profile.samples;
  const cutTime = spanOf(profile.samples) - spanOf(samples);
  const { idleNode, ...model } = withIdleNode(profile);
  const isOfRecorder = (frame: FrameIndex): boolean => parts[frame] === Part.holding || parts[frame] === Part.looking;
  // Ticks of what Node did for the loader are in no script of the recorder, so they are cut by time.
  const ofProgram = ticksWithout(
    notBefore > 0 ? cutTicks(profile, samples) : ticks,
    (node) => own[node] !== Part.others,
  );
  passOverRecorder(model.tree, isOfRecorder);
  makeIdle(samples, own, idleNode);
  return {
    ...profile,
    ...model,
    ...{ samples, ticks: ofProgram },
    recording: { ...recording, duration: Math.max(0, recording.duration - cutTime) },
    ...(builtins && { builtins: builtinsWithout(builtins, isOfRecorder) }),
  };
}

const spanOf = ({ start }: SampleTable): Microseconds => start[start.length - 1] - start[0];

/** Gives what the recorder's functions called to the callers of these functions, so that nothing is left below their nodes. */
function passOverRecorder(
  { frame, parent, callPosition }: CallTree,
  isOfRecorder: (frame: FrameIndex) => boolean,
): void {
  for (let node = 1; node < parent.length; node++) {
    const above = parent[node];
    if (!isOfRecorder(frame[above])) continue;
    // That of the caller was set before: callers stand before what they call.
    parent[node] = parent[above];
    if (callPosition) callPosition[node] = callPosition[above];
  }
}

/**
 * In microseconds. Longer idle time between two of the recorder's samples is the program's: the first of them may have come while the
 * program ran.
 */
const LONGEST_OWN_WAIT = 50_000;

/**
 * The rows of samples between those in which the recorder held the program at its beginning and at its end. The program starts
 * after the recorder's last sample that precedes every sample of another script. It ends with the recorder's first sample that
 * follows all of those. Before and after, the recorder holds the program. (The recorder also has samples in between, when a child
 * is started.) It never holds an idle program at its end: a program that idles there waits for something of its own.
 */
function findOwnTime(profile: Profile, own: Uint8Array, notBefore: number) {
  const { samples, frames, tree } = profile;
  const { node, start } = samples;
  const kindOf = (at: NodeIndex): number => frames.kind[tree.frame[at]];
  /** Whether it is of a script that does not hold the program, or called by one: native code in which it waits, collections. */
  const isOfScript = (of: NodeIndex): boolean => {
    let at = of;
    while (at > 0 && own[at] !== Part.holding && kindOf(at) !== FrameKind.script) at = tree.parent[at];
    return at > 0 && own[at] !== Part.holding;
  };
  let begin = 0;
  while (begin < node.length && !isOfScript(node[begin])) begin++;
  if (begin === node.length) return longestOther(node, own);
  while (begin > 0 && own[node[begin - 1]] !== Part.holding) begin--;
  begin = Math.max(begin, notBefore);
  let end = node.length;
  // V8 takes a tick now and then too few: that is no idle time of the program's while the recorder waits.
  const isOwnWait = (i: number): boolean =>
    own[node[i - 1]] === Part.holding &&
    i + 1 < node.length &&
    own[node[i + 1]] === Part.holding &&
    start[i + 1] - start[i] < LONGEST_OWN_WAIT;
  while (end > begin && !isOfScript(node[end - 1]) && (kindOf(node[end - 1]) !== FrameKind.idle || isOwnWait(end - 1)))
    end--;
  while (end < node.length && own[node[end]] !== Part.holding) end++;
  return { begin, end };
}

const LOADER = /[\\/]strip-loader\.cjs$/;

/**
 * The first sample behind the recorder's loader of TypeScript. That is loaded before the program begins, and then Node waits for
 * files that the loader's thread compiles. 0 where the program began before: with what `--require` names.
 */
function behindLoader(profile: Profile, loadedAt: Microseconds): number {
  const { samples, tree, scripts, recording } = profile;
  const kinds = scripts.map(({ url }) => {
    if (isRecorderScript(url, recording.recorderScripts)) return LOADER.test(url) ? On.loader : On.neither;
    return url === '' || url.startsWith('node:') ? On.neither : On.program;
  });
  if (!kinds.includes(On.loader)) return 0;
  const on = new Uint8Array(tree.frame.length);
  for (let node = 1; node < on.length; node++)
    on[node] = on[tree.parent[node]] || (kinds[scriptOfFrame(profile, tree.frame[node])] ?? On.neither);
  let begin = samples.node.findLastIndex((node) => on[node] === On.loader) + 1;
  if (begin === 0 || samples.node.subarray(0, begin).some((node) => on[node] === On.program)) return 0;
  while (samples.start[begin + 1] <= loadedAt && on[samples.node[begin]] !== On.program) begin++;
  return begin;
}

/** Whose code a stack contains. */
const On = { neither: 0, loader: 1, program: 2 } as const;

/** The longest run of samples that are not the recorder's: of a program whose scripts were only compiled, or never met. */
function longestOther(node: SampleTable['node'], own: Uint8Array) {
  let longest = { begin: 0, end: 0 };
  for (let begin = 0; begin < node.length; begin++) {
    if (own[node[begin]] === Part.holding) continue;
    let end = begin;
    while (end < node.length && own[node[end]] !== Part.holding) end++;
    if (end - begin > longest.end - longest.begin) longest = { begin, end };
    begin = end;
  }
  return longest;
}

/** Samples of `own` nodes become idle ones. */
function makeIdle({ node, cpu, blocked, position }: SampleTable, own: Uint8Array, idleNode: NodeIndex): void {
  for (let i = 0; i < node.length; i++) {
    if (own[node[i]] === Part.others) continue;
    node[i] = idleNode;
    // Idle time is not blocked.
    if (cpu) cpu[i] += blocked?.[i] ?? 0;
    if (blocked) blocked[i] = 0;
    if (position) position[i] = -1;
  }
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

/**
 * Whose is the time of a function that stands below the recorder's? The recorder's files hold the program; what it evaluates there
 * (`looking`) takes samples out while the program runs.
 */
const Part = { others: 0, callers: 1, holding: 2, looking: 3 } as const;

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
    if (isRecorders[at]) parts[frame] = url?.startsWith('heatline:') ? Part.looking : Part.holding;
    else if (kind === FrameKind.compiling && isOwnCompiling(frames.name[frame])) parts[frame] = Part.holding;
    else if (kind !== FrameKind.script || mayBeOwn) parts[frame] = Part.callers;
  }
  return parts;
}

/** Which part of the recorder each node is of, or `others`; `parts` are those of frames. */
function recorderNodes({ tree: { frame, parent } }: Profile, parts: Uint8Array): Uint8Array {
  const own = new Uint8Array(frame.length);
  for (let node = 1; node < own.length; node++) {
    const part = parts[frame[node]];
    own[node] = part === Part.callers ? own[parent[node]] : part;
  }
  return own;
}

const isEmit = (url: string, name: string): boolean => url === 'node:events' && /(?:^|\.)emit$/.test(name);
