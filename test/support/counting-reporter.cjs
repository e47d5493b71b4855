// mocha's own spec report, with two additions. It appends its counts to the file that HEATLINE_TEST_COUNTS names (one
// JSON object a line), so that a run over several layers can add them up. And it fails every skipped test that gives no
// reason (`itWhere` gives one), in place of mocha's --forbid-pending, which would fail them all. JavaScript, because
// mocha loads it itself.
const { appendFileSync } = require('node:fs');
const mocha = require('mocha');
const { EVENT_RUN_END, EVENT_TEST_PENDING } = mocha.Runner.constants;

module.exports = class CountingReporter extends mocha.reporters.Spec {
  /** @param {import('mocha').Runner} runner @param {import('mocha').MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    /** @type {string[]} */
    const skipped = [];
    runner.on(EVENT_TEST_PENDING, (test) => {
      if (/\(skipped: .+\)$/.test(test.title)) skipped.push(test.fullTitle());
      else runner.fail(test, new Error('A test may be skipped only by itWhere, with a reason'), true);
    });
    runner.once(EVENT_RUN_END, () => {
      const file = process.env.HEATLINE_TEST_COUNTS;
      const { passes = 0, failures = 0 } = runner.stats ?? {};
      if (file) appendFileSync(file, JSON.stringify({ passes, failures, skipped }) + '\n');
    });
  }
};
