import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumArgs, findChromium } from '../vscode-host/chromium.ts';

/** Starts a headless chromium for a test; installs one from npm on first use. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ ...(await findChromium()), args: [...chromiumArgs] });
}

/** Keeps a picture of what a test has led to in the folder that HEATLINE_PICTURES names, if there is one. */
export async function keepPicture(page: Page | undefined, title = ''): Promise<void> {
  const folder = process.env.HEATLINE_PICTURES;
  const name = title.replaceAll(/\W+/g, '-').slice(0, 80);
  if (folder !== undefined) await page?.screenshot({ path: path.join(folder, `${name}.png`) });
}
