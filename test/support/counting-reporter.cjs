// mocha's own spec report, with two additions. It appends its results to the file that HEATLINE_TEST_COUNTS names (one
// JSON object for each test file a line), so that a run over several layers can add them up and say again at its end
// what failed. And it fails every skipped test that gives no reason (`itWhere` gives one), in place of mocha's
// --forbid-pending, which would fail them all. JavaScript, because mocha loads it itself.
const { appendFileSync } = require('node:fs');
const mocha = require('mocha');
const { EVENT_RUN_END, EVENT_TEST_FAIL, EVENT_TEST_PASS, EVENT_TEST_PENDING } = mocha.Runner.constants;

module.exports = class CountingReporter extends mocha.reporters.Spec {
  /** @param {import('mocha').Runner} runner @param {import('mocha').MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    /** @type {Map<string, { file: string, passes: number, failures: string[], skipped: string[] }>} */
    const results = new Map();
    /** @param {{ file?: string }} test */
    const resultOf = ({ file = '' }) => {
      const result = results.get(file) ?? { file, passes: 0, failures: [], skipped: [] };
      results.set(file, result);
      return result;
    };
    runner.on(EVENT_TEST_PASS, (test) => void resultOf(test).passes++);
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      resultOf(test).failures.push(`${test.fullTitle()}\n${String(error?.message ?? error)}`);
    });
    runner.on(EVENT_TEST_PENDING, (test) => {
      if (/\(skipped: .+\)$/.test(test.title)) resultOf(test).skipped.push(test.fullTitle());
      else runner.fail(test, new Error('A test may be skipped only by itWhere, with a reason'), true);
    });
    runner.once(EVENT_RUN_END, () => {
      const file = process.env.HEATLINE_TEST_COUNTS;
      if (file) appendFileSync(file, [...results.values()].map((result) => JSON.stringify(result) + '\n').join(''));
    });
  }
};
