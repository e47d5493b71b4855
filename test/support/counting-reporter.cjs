// The reporter of all tests. Run by hand it is mocha's own spec report. Below `run-all.ts`, which names a file in
// HEATLINE_TEST_RESULTS, it prints one line for each test file as it ends, with what failed below it, and appends the
// file's result to the named one as a line of JSON.
//
// It fails every skipped test that gives no reason (`itWhere` gives one), in place of mocha's --forbid-pending, which would
// fail them all. JavaScript, because mocha loads it itself.
const { appendFileSync } = require('node:fs');
const path = require('node:path');
const mocha = require('mocha');
const { Base, Spec } = mocha.reporters;
const events = mocha.Runner.constants;

const resultsFile = process.env.HEATLINE_TEST_RESULTS;

module.exports = class CountingReporter extends (resultsFile ? Base : Spec) {
  /** @param {import('mocha').Runner} runner @param {import('mocha').MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    runner.on(events.EVENT_TEST_PENDING, (test) => {
      if (!isExcused(test)) runner.fail(test, new Error('A test may be skipped only by itWhere, with a reason'), true);
    });
    if (resultsFile) reportFiles(runner, resultsFile);
  }

  /** The failures stand where their files end. @override */
  epilogue() {
    if (!resultsFile) super.epilogue();
  }
};

/** @param {import('mocha').Test} test */
const isExcused = (test) => /\(skipped: .+\)$/.test(test.title);

/** @param {import('mocha').Runner} runner @param {string} output */
function reportFiles(runner, output) {
  let result = emptyResult('');
  /** @type {import('mocha').Test[]} */
  let failed = [];
  const end = () => {
    if (result.passes + result.failures.length + result.skipped.length === 0) return;
    appendFileSync(output, `${JSON.stringify(result)}\n`);
    printFile(result, failed);
    [result, failed] = [emptyResult(''), []];
  };
  /**
   * Tests of several files never mix: also parallel workers hand over a file at once. Hooks outside of suites have no file.
   * @param {string | undefined} file
   */
  const resultOf = (file) => {
    if (!file) return result;
    const name = path.relative(process.cwd(), file);
    if (name !== result.file && result.file !== '') end();
    result.file = name;
    return result;
  };
  runner.on(events.EVENT_TEST_PASS, (test) => void resultOf(test.file).passes++);
  runner.on(events.EVENT_TEST_PENDING, (test) => {
    if (isExcused(test)) resultOf(test.file).skipped.push(test.fullTitle());
  });
  runner.on(events.EVENT_TEST_FAIL, (test, error) => {
    const { failures } = resultOf(test.file ?? error?.file);
    failures.push(`${test.fullTitle()}\n${String(error?.message ?? error)}`);
    failed.push(Object.assign(test, { err: error }));
  });
  for (const event of [events.EVENT_TEST_END, events.EVENT_HOOK_END])
    runner.on(event, ({ file, duration = 0 }) => void (resultOf(file).seconds += duration / 1000));
  runner.on(events.EVENT_SUITE_END, ({ root }) => {
    if (root) end();
  });
  runner.once(events.EVENT_RUN_END, end);
}

/** @param {string} file @returns {import('../run-all.ts').FileResult} */
const emptyResult = (file) => ({ file, passes: 0, failures: [], skipped: [], seconds: 0 });

/** @param {import('../run-all.ts').FileResult} result @param {import('mocha').Test[]} failed */
function printFile({ file, passes, failures, skipped, seconds }, failed) {
  const sums = [`${passes} passed`];
  if (failures.length > 0) sums.push(`${failures.length} failed`);
  if (skipped.length > 0) sums.push(`${skipped.length} skipped`);
  const sign = failures.length > 0 ? '✗' : '✓';
  console.log(`${sign} ${file.padEnd(60)} ${seconds.toFixed(1).padStart(6)} s  ${sums.join(', ')}`);
  if (failed.length > 0) Base.list(failed);
}
