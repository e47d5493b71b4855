import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { encodeModel } from '../../src/export/html/embedded-model.ts';
import { pack } from '../../src/export/html/flame-graph-page.ts';
import { formatPage } from '../../src/export/html/page.ts';
import type { PanelModel } from '../../src/panel/index.ts';
import { useScratch } from '../support/scratch.ts';
import { PATIENCE } from '../support/until.ts';
import { modelOf } from './models.ts';
import { sharedBrowser } from './use-panel.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');

async function pageOf(model: PanelModel): Promise<string> {
  const [script, style] = await Promise.all(
    ['webview.js', 'webview.css'].map((name) => readFile(path.join(dist, name), 'utf8')),
  );
  const elements = encodeModel(model, pack);
  return [...formatPage({ title: 'test', elements, script, style })].join('');
}

describe('an exported flame graph', () => {
  const scratch = useScratch();

  /** What the pages said, or asked the network for: nothing. */
  const noises: string[] = [];
  afterEach(() => assert.deepEqual(noises.splice(0), []));

  const open = async (html: string): Promise<Page> => {
    const file = scratch('page.html');
    await writeFile(file, html);
    const page = await (
      await sharedBrowser()
    ).newPage({ colorScheme: 'light', viewport: { width: 1000, height: 700 } });
    page.setDefaultTimeout(PATIENCE);
    page.on('console', (message) => noises.push(message.text()));
    page.on('pageerror', (error) => noises.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().endsWith('page.html') && !request.url().startsWith('data:')) noises.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    return page;
  };

  it('shows its recording without a host', async () => {
    const page = await open(await pageOf(modelOf([...Array<string>(3).fill('main:2 > hot:5'), 'main:3'])));
    await page.locator('.flame-canvas[aria-busy=false]').click({ position: { x: 300, y: 22 + 2 * 18 + 9 } });
    await page
      .locator('.details-text')
      .filter({ hasText: /hot.*3\.00.ms, 75\.0.%/s })
      .waitFor();
    assert.equal(
      await page.locator('.details-place').getAttribute('type'),
      null,
      'there is no editor to show the line in',
    );
    await page.close();
  });

  it('opens from its file alone, with a stack thousands of frames deep and names that are markup', async () => {
    const hostile = '</script><script>window.owned = 1</script><!-- ]]> \u2028 "><img src=x onerror=window.owned=1>';
    const model = modelOf([Array.from({ length: 4000 }, (_, i) => `f${i % 9}:2`).join(' > ')]);
    const functionNames = model.header.functionNames.map((name) => (name === 'f1' ? hostile : name));
    const page = await open(await pageOf({ ...model, header: { ...model.header, functionNames } }));
    await page.getByText('window.owned').first().waitFor();
    assert.equal(await page.evaluate('window.owned'), undefined);
    await page.close();
  });

  it('says in the table what is done in time that no function has, from its first word on', async () => {
    const page = await open(await pageOf(modelOf(['main:2', '(microtasks)', '(microtasks)'])));
    await page.setViewportSize({ width: 420, height: 600 });
    const cell = page.getByRole('row', { name: '(microtasks)' }).locator('.cell-work');
    assert.equal(await cell.innerText(), 'V8 settling promises and resuming async functions');
    assert.equal(await cell.evaluate((element) => getComputedStyle(element).direction), 'ltr');
    await page.close();
  });

  it('is light or dark as the browser is', async () => {
    const html = await pageOf(modelOf(['main:2']));
    const page = await open(html);
    const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.locator('.flame-canvas').waitFor();
    assert.equal(await background(), 'rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.equal(await background(), 'rgb(31, 34, 39)');
    await page.close();
  });

  it('says so when its data is damaged', async () => {
    const html = await pageOf(modelOf(['main:2']));
    const page = await open(html.replace(/(data-name="tree.parent"[^>]*>)[^<]*/, '$1AAAA'));
    await page.getByRole('alert').getByText('damaged').waitFor();
    await page.close();
  });
});
