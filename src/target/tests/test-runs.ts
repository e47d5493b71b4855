// A bundle of its own, loaded for test files only: it holds the parser that finds tests in them.
export { namedRunner, type RecognisedRunner, type Recognition, recogniseRunner } from './recognise-runner.ts';
export { findTestBlocks, type TestBlock } from './test-blocks.ts';
export { buildTestCommand, patternAt, type TestCommand } from './test-command.ts';
