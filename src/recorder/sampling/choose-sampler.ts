import { blamesInlinedCodeWrongly } from '../../core/index.ts';
import type { OwnSamplerName } from '../../recording/index.ts';

/** The sampler of a program that is launched. */
export interface SamplerDecision {
  readonly sampler: OwnSamplerName;
  /** Why, as a sentence for the user; undefined where nothing speaks against V8's log. */
  readonly reason?: string;
}

/**
 * Why a process has the sampler it has, as a sentence for the user. That need not be the program's: V8 takes the flags for its log
 * from the command line only, so a process can have one only where it is started directly. `v8`: its version (`11.3.244.8-node.38`).
 */
export function samplerReasonOf(sampler: OwnSamplerName, decision: SamplerDecision, v8: string): string {
  if (sampler !== decision.sampler)
    return sampler === 'v8log'
      ? 'The V8 log, because a recorded program started this Node itself, and could give it the flags for the log.'
      : "The inspector's sampler, because V8 takes the flags for its log from the command line only.";
  if (decision.reason !== undefined) return decision.reason;
  return blamesInlinedCodeWrongly(v8)
    ? `The V8 log, because the inspector of V8 ${Number.parseInt(v8, 10)} blames inlined code on the wrong function.`
    : 'The V8 log, which is right about more lines than the inspector, and knows their total time.';
}
