import path from 'node:path';
import Mocha from 'mocha';

/** Runs the bundled test files beside this one that `HEATLINE_SUITE` names (comma separated), inside VS Code. */
export function run(): Promise<void> {
  const reporter = path.resolve(__dirname, '../../test/support/counting-reporter.cjs');
  const mocha = new Mocha({ ui: 'bdd', timeout: 300_000, reporter, color: true, forbidOnly: true });
  for (const name of (process.env.HEATLINE_SUITE ?? '').split(',')) mocha.addFile(path.join(__dirname, `${name}.cjs`));
  return new Promise((resolve, reject) => {
    mocha.run((failures) => {
      if (failures > 0) reject(new Error(`${failures} tests failed in VS Code`));
      else resolve();
    });
  });
}
