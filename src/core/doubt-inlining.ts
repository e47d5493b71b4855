import type { Diagnostic } from '../recording/index.ts';
import { type Profile, TickRepair } from './profile.ts';
import { NONE } from './units.ts';

/** Below this share of the time there is no diagnostic. */
const NOTABLE_SHARE = 0.001;

/** Lines of these may be of another text than the functions' places, as Deno's are: they tell nothing of V8. */
const MAY_BE_COMPILED = /\.(?:[cm]?tsx?|jsx)$/;

/**
 * Looks for sampled lines that precede the first line of their function. A V8 that names inlined functions correctly produces
 * none (14.6: not one of 15 000 ticks), older ones many. So they reveal an older V8 if a recording tells neither its version
 * nor the functions of its scripts. Such a line is estimated if a function that ran begins at or above it, and otherwise left
 * out: it may be another file's. A diagnostic says what that means for the other lines.
 */
export function doubtInlining(profile: Profile): Profile {
  const { recording, ticks, tree, frames, positions, scripts } = profile;
  if (recording.sampler !== 'inspector' || recording.v8Version !== undefined) return profile;
  const weights = ticks.cpu ?? ticks.time;
  const repair = new Uint8Array(ticks.node.length);
  const position = ticks.position.slice();
  const firstLines = firstLinesOfFunctions(profile);
  let misplaced = 0;
  let isDoubted = false;
  let whole = 0;
  for (let tick = 0; tick < repair.length; tick++) {
    whole += weights[tick];
    const at = position[tick];
    const start = at < 0 ? -1 : frames.position[tree.frame[ticks.node[tick]]];
    if (start < 0 || positions.script[at] !== positions.script[start]) continue;
    const line = positions.line[at];
    if (line <= 0 || line >= positions.line[start]) continue;
    const isOwned = line >= firstLines[positions.script[at]];
    repair[tick] = isOwned ? TickRepair.moved : TickRepair.elsewhere;
    if (!isOwned) position[tick] = NONE;
    if (!MAY_BE_COMPILED.test(scripts[positions.script[at]].url)) misplaced += weights[tick];
    isDoubted = true;
  }
  if (!isDoubted) return profile;
  const doubt: Diagnostic = { code: 'inlined-unknown', severity: 'warning', share: misplaced / whole };
  const diagnostics = [...recording.diagnostics, ...(misplaced < whole * NOTABLE_SHARE ? [] : [doubt])];
  return { ...profile, ticks: { ...ticks, position, repair }, recording: { ...recording, diagnostics } };
}

/** By script: the first line on which one of its functions begins, its top level aside. */
function firstLinesOfFunctions({ scripts, frames, positions }: Profile): Float64Array {
  const first = new Float64Array(scripts.length).fill(Infinity);
  frames.position.forEach((at, frame) => {
    const isTopLevel = at < 0 || (positions.line[at] === 1 && frames.name[frame] === '');
    if (isTopLevel || positions.line[at] <= 0) return;
    const script = positions.script[at];
    first[script] = Math.min(first[script], positions.line[at]);
  });
  return first;
}
