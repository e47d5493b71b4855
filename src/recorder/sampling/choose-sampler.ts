import { blamesInlinedCodeWrongly } from '../../core/index.ts';
import type { SamplerChoice } from '../recording-session.ts';
import type { OwnSamplerName } from '../../recording/index.ts';

/** Which sampler records, and why, as a sentence for the user. */
export interface SamplerDecision {
  readonly sampler: OwnSamplerName;
  /** For the user: which sampler, and why. */
  readonly reason: string;
}

/** Which sampler to use on a V8 (`11.3.244.8-node.38`). */
export function chooseSampler(choice: SamplerChoice, v8Version: string): SamplerDecision {
  if (choice !== 'auto') return { sampler: choice, reason: `The ${names[choice]} was asked for.` };
  if (blamesInlinedCodeWrongly(v8Version)) {
    const major = Number.parseInt(v8Version, 10);
    return {
      sampler: 'v8log',
      reason: `The V8 log, because the inspector of V8 ${major} blames inlined code on the wrong function.`,
    };
  }
  return {
    sampler: 'v8log',
    reason: 'The V8 log, which is right about more lines than the inspector, and knows their total time.',
  };
}

const names: Readonly<Record<SamplerDecision['sampler'], string>> = {
  inspector: "inspector's sampler",
  v8log: 'V8 log',
};

/**
 * Why a process has the sampler it has, which need not be that of the program: V8 takes the flags for its log from the command
 * line only, so it can have one only where it is started directly.
 */
export function samplerReasonOf(sampler: SamplerDecision['sampler'], decision: SamplerDecision): string {
  if (sampler === decision.sampler) return decision.reason;
  return sampler === 'v8log'
    ? 'The V8 log, because a recorded program started this Node itself, and could give it the flags for the log.'
    : "The inspector's sampler, because V8 takes the flags for its log from the command line only.";
}
