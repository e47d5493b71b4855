export { chooseSampler, type SamplerDecision } from './choose-sampler.ts';
export { exitCodeOf } from './ending.ts';
export { adviseInterval, DEFAULT_INTERVAL, MAXIMUM_INTERVAL, MINIMUM_INTERVAL, parseInterval } from './interval.ts';
export { killQuietly } from './program.ts';
export * from './recording-session.ts';
export { startCounting, startRecording } from './start-recording.ts';
