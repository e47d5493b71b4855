/** Test runners whose tests can be profiled. */
export const runnerNames = ['vitest', 'jest', 'mocha', 'node:test'] as const;
export type RunnerName = (typeof runnerNames)[number];
/** What a user may ask for: a runner, the one that is recognised, or none: the file is run by itself. */
export const runnerChoices = ['auto', 'none', ...runnerNames] as const;
export type RunnerChoice = (typeof runnerChoices)[number];
