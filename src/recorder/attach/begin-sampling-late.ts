import type { Microseconds } from '../../core/index.ts';
import { beginSampling } from '../inspector-sampler.ts';
import type { InspectorConnection } from '../inspector-connection.ts';

/**
 * Starts the inspector's sampler on a thread that runs. When V8's sampler begins late it does not hear of code that was
 * compiled for a running loop (on-stack replacement) before: a function in such code is missing from stacks, and its caller is
 * blamed. V8 throws all optimised code away for a coverage, and tells the sampler what it compiles anew.
 *
 * All is sent at once: the thread answers one after the other, without running in between. The coverage is before the
 * sampler, for it takes up to 0.1 s, which would be of the function that the thread is in.
 */
export async function beginSamplingLate(connection: InspectorConnection, interval: Microseconds): Promise<void> {
  await Promise.all([
    connection.send('Profiler.enable'),
    connection.send('Profiler.startPreciseCoverage', { callCount: false, detailed: false }),
    connection.send('Profiler.stopPreciseCoverage'),
    beginSampling(connection, interval),
  ]);
}
