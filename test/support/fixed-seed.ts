// Tests of properties try the same cases in every run, so that only a change of the code can change their result. Another
// HEATLINE_TEST_SEED tries others. Loaded by mocha before the tests (`.mocharc.json`).
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.HEATLINE_TEST_SEED ?? 1) });
