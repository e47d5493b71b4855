import type { SamplerName } from '../profile/index.ts';
import type { SamplerChoice } from './recording-session.ts';

/** Whether `auto` may take the V8 log: only once the reader of these logs is part of the product. */
export const V8_LOG_IN_AUTO = false;

/** First V8 that blames inlined code on the right function in the inspector's profiles (Node 26). */
const FIRST_RIGHT_V8 = 14;

export interface SamplerDecision {
  readonly sampler: SamplerName;
  /** For the user: which sampler, and why. */
  readonly reason: string;
}

/**
 * Which sampler to use. `v8Version` like `11.3.244.8-node.38`; undefined when it is not known before the start, which
 * counts as new.
 */
export function chooseSampler(
  choice: SamplerChoice,
  v8Version: string | undefined,
  wantLineTotals = false,
  v8LogInAuto: boolean = V8_LOG_IN_AUTO,
): SamplerDecision {
  if (choice !== 'auto') return { sampler: choice, reason: `The ${names[choice]} was asked for.` };
  const major = Number.parseInt(v8Version ?? '', 10);
  if (v8LogInAuto && major < FIRST_RIGHT_V8) {
    return {
      sampler: 'v8log',
      reason: `The V8 log, because the inspector of V8 ${major} blames inlined code on the wrong function.`,
    };
  }
  if (v8LogInAuto && wantLineTotals) {
    return { sampler: 'v8log', reason: 'The V8 log, because only it knows the total time of lines.' };
  }
  return { sampler: 'inspector', reason: "The inspector's sampler, which costs the program the least." };
}

const names: Readonly<Record<SamplerName, string>> = { inspector: "inspector's sampler", v8log: 'V8 log' };
