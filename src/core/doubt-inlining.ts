import type { Diagnostic } from '../recording/index.ts';
import { type Profile, TickRepair } from './profile.ts';

/** Below this share of the time there is no diagnostic. */
const NOTABLE_SHARE = 0.001;

/**
 * Looks for sampled lines that precede the first line of their function. A V8 that names inlined functions correctly produces
 * none (14.6: not one of 15 000 ticks), older ones many. So they reveal an older V8 if a recording tells neither its version
 * nor the functions of its scripts. Those ticks are marked as estimated, and a diagnostic says what that means for the others.
 */
export function doubtInlining(profile: Profile): Profile {
  const { recording, ticks, tree, frames, positions } = profile;
  if (recording.sampler !== 'inspector' || recording.v8Version !== undefined) return profile;
  const weights = ticks.cpu ?? ticks.time;
  const repair = new Uint8Array(ticks.node.length);
  let misplaced = 0;
  let whole = 0;
  for (let tick = 0; tick < repair.length; tick++) {
    whole += weights[tick];
    const at = ticks.position[tick];
    const start = at < 0 ? -1 : frames.position[tree.frame[ticks.node[tick]]];
    if (start < 0 || positions.script[at] !== positions.script[start]) continue;
    if (positions.line[at] <= 0 || positions.line[at] >= positions.line[start]) continue;
    repair[tick] = TickRepair.moved;
    misplaced += weights[tick];
  }
  if (misplaced === 0 || misplaced < whole * NOTABLE_SHARE) return profile;
  const doubt: Diagnostic = { code: 'inlined-unknown', severity: 'warning', share: misplaced / whole };
  const diagnostics = [...recording.diagnostics, doubt];
  return { ...profile, ticks: { ...ticks, repair }, recording: { ...recording, diagnostics } };
}
