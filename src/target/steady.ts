/**
 * What `--steady`, in the editor `steady`, gives to V8. Code is then optimised at the same moment of each run, on the main thread, and not whenever
 * another thread gets a core: lines vary half as much from run to run. It costs about a third more CPU time there.
 */
export const STEADY_FLAGS: readonly string[] = ['--no-concurrent-recompilation'];
