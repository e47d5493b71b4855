import { FrameKind, type Profile, scriptOfFrame } from './profile.ts';
import { ticksWithout } from './ticks-without.ts';
import type { NodeIndex } from './units.ts';

/**
 * Tells WebAssembly from scripts. It has neither lines nor columns, so its time belongs to its functions, below the call that
 * led there. V8 logs tell it themselves.
 */
export function tellWasm(profile: Profile): Profile {
  const { frames, tree, ticks, scripts } = profile;
  const isWasm = scripts.map(({ url }) => url.startsWith('wasm://'));
  if (!isWasm.includes(true)) return profile;
  const kind = frames.kind.map((known, frame) => (isWasm[scriptOfFrame(profile, frame)] ? FrameKind.wasm : known));
  const isOfWasm = (node: NodeIndex): boolean => kind[tree.frame[node]] === FrameKind.wasm;
  return { ...profile, frames: { ...frames, kind }, ticks: ticksWithout(ticks, isOfWasm) };
}
