export { chooseSampler, type SamplerDecision } from './choose-sampler.ts';
export { exitCodeOf } from './exit-code.ts';
export { formatHeatlineFacts, type HeatlineFacts } from './heatline-facts.ts';
export { DEFAULT_INTERVAL, MAXIMUM_INTERVAL, MINIMUM_INTERVAL, intervalAdvice, parseInterval } from './interval.ts';
export * from './recording-session.ts';
export { startCounting, startRecording } from './start-recording.ts';
