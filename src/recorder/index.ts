export { chooseSampler, type SamplerDecision } from './choose-sampler.ts';
export { exitCodeOf } from './exit-code.ts';
export { DEFAULT_INTERVAL, MAXIMUM_INTERVAL, MINIMUM_INTERVAL, intervalAdvice, parseInterval } from './interval.ts';
export { killQuietly } from './program.ts';
export * from './recording-session.ts';
export { startCounting, startRecording } from './start-recording.ts';
