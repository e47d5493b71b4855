import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { keepPicture, launchBrowser } from '../support/browser.ts';
import { PanelPage } from './panel-page.ts';

let launched: Promise<Browser> | undefined;

/** One browser for all suites of this process; the last suite's end closes it. */
export function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}

// Of the process as a whole: mocha loads this module before any suite is described.
after(async () => {
  await (await launched)?.close();
  launched = undefined;
});

/** The panel for the tests of the suite that calls this. Nothing may go wrong in its page, see `errors`. */
export function usePanel(): PanelPage {
  const panel = new PanelPage();
  before(async () => panel.start(await sharedBrowser()));
  afterEach(() => assert.deepEqual(panel.errors.splice(0), []));
  afterEach(async function () {
    await keepPicture(panel.page, this.currentTest?.title);
  });
  after(() => panel.close());
  return panel;
}
