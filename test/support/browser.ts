import { chromium, type Browser } from 'playwright-core';
import { chromiumArgs, findChromium } from '../vscode-host/chromium.ts';

/** Starts a headless chromium for a test; installs one from npm on first use. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...(await findChromium()), args: [...chromiumArgs] });
}
