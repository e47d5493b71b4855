import type { InspectorConnection } from '../inspector-connection.ts';

/**
 * When V8's sampler begins late it does not hear of code that was compiled for a running loop (on-stack replacement) before:
 * a function in such code is missing from stacks, and its caller is blamed. V8 throws all optimised code away for a
 * coverage, and tells the sampler what it compiles anew.
 */
export async function dropOptimisedCode(connection: InspectorConnection): Promise<void> {
  await Promise.all([
    connection.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false }),
    connection.send('Profiler.stopPreciseCoverage'),
  ]);
}
