// Runs in the extension host in place of the extension's own test runner, calls that one, and writes down how it
// ended. Needed because the workbench reports exit code 0 also when the extension host dies on the way.
// JavaScript, because VS Code loads it itself.
const { writeFileSync } = require('node:fs');
const { pathToFileURL } = require('node:url');

/** @typedef {{ run?: () => Promise<void>, default?: TestModule }} TestModule */

/** @param {boolean} ok @param {string} [error] */
const note = (ok, error) => writeFileSync(String(process.env.VSH_RESULT), JSON.stringify({ ok, error }));

exports.run = async () => {
  const file = String(process.env.VSH_TESTS);
  try {
    /** @type {TestModule} */
    const loaded = await import(pathToFileURL(file).href);
    const run = loaded.run ?? loaded.default?.run;
    if (!run) throw new Error(`${file} exports no run()`);
    await run();
    note(true);
  } catch (error) {
    note(false, error instanceof Error ? error.stack : String(error));
    throw error;
  }
};
