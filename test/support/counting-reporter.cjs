// mocha's own spec report, which also adds its counts to the file that HEATLINE_TEST_COUNTS names (one JSON object a
// line), so that a run over several layers can sum them up. JavaScript, because mocha loads it itself.
const { appendFileSync } = require('node:fs');
const mocha = require('mocha');
const { EVENT_RUN_END } = mocha.Runner.constants;

module.exports = class CountingReporter extends mocha.reporters.Spec {
  /** @param {import('mocha').Runner} runner @param {import('mocha').MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    runner.once(EVENT_RUN_END, () => {
      const file = process.env.HEATLINE_TEST_COUNTS;
      const { passes = 0, failures = 0 } = runner.stats ?? {};
      if (file) appendFileSync(file, JSON.stringify({ passes, failures }) + '\n');
    });
  }
};
