import type { ThreadFacts, ThreadIndex } from '../recording/index.ts';
import { isRecorderScript } from './exclude-recorder.ts';
import { type Profile, type Profiles, scriptOfFrame, withThreads } from './profile.ts';
import type { Microseconds } from './units.ts';

/** The script of the thread on which older Nodes run the hooks of `module.register`. */
const HOOKS_SCRIPT = 'node:internal/modules/esm/worker';

/**
 * Leaves out Node's hooks thread if only Heatline's own type stripping ran on it. Heatline started that thread, not the
 * program, so it is in no list and no total.
 */
export function excludeOwnThreads(profiles: Profiles): Profiles {
  const kept = profiles.filter((profile, i) => i === 0 || !isOwnThread(profile));
  if (kept.length === profiles.length) return profiles;
  const left = profiles.filter((profile) => !kept.includes(profile)).flatMap(({ recording }) => recording.thread ?? []);
  const index = kept[0].recording.threads;
  return index ? withThreads(kept, without(index, left)) : (kept as [Profile, ...Profile[]]);
}

/** In microseconds. Where Heatline's thread compiles nothing for longer, the program has begun. */
const LONGEST_PAUSE = 200_000;

/**
 * On the clock of a profile, when a thread that {@link excludeOwnThreads} leaves out had compiled the files that its process begins
 * with; undefined without such a thread.
 */
export function loadedAt(profiles: Profiles, { recording: { thread } }: Profile): Microseconds | undefined {
  const hooks = profiles.find((each, i) => i > 0 && each.recording.thread?.pid === thread?.pid && isOwnThread(each));
  if (hooks?.recording.thread?.startUs === undefined || thread?.startUs === undefined) return undefined;
  const { samples, tree, scripts, recording } = hooks;
  const isHooks = new Uint8Array(tree.frame.length);
  for (let node = 1; node < isHooks.length; node++) {
    const url = scripts[scriptOfFrame(hooks, tree.frame[node])]?.url ?? '';
    isHooks[node] = isHooks[tree.parent[node]] || Number(isRecorderScript(url, recording.recorderScripts));
  }
  let end: Microseconds | undefined;
  for (let row = 0; row < samples.node.length; row++) {
    if (isHooks[samples.node[row]] === 0) continue;
    if (end !== undefined && samples.start[row] - end > LONGEST_PAUSE) break;
    end = samples.start[row + 1];
  }
  return end && end + hooks.recording.thread.startUs - thread.startUs;
}

function isOwnThread(profile: Profile): boolean {
  const { recording, scripts, tree } = profile;
  if (recording.thread?.script !== HOOKS_SCRIPT) return false;
  const rows = new Set(tree.frame.map((frame) => scriptOfFrame(profile, frame)));
  const urls = [...rows].filter((row) => row >= 0).map((row) => scripts[row].url);
  // V8's log has no name for what the recorder evaluates; the hooks of a program are modules, which have names.
  const others = urls.filter((url) => url !== '' && !url.startsWith('node:'));
  return others.length > 0 && others.every((url) => isRecorderScript(url, recording.recorderScripts));
}

function without(index: ThreadIndex, left: readonly ThreadFacts[]): ThreadIndex {
  const used = left.reduce((sum, { cpuUs = 0 }) => sum + cpuUs, 0);
  const isLeft = (id: number): boolean => left.some((thread) => thread.id === id);
  return {
    ...index,
    threads: index.threads.filter(({ id }) => !isLeft(id)),
    ...(index.treeCpuUs !== undefined && { treeCpuUs: Math.max(0, index.treeCpuUs - used) }),
  };
}
