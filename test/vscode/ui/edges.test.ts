import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { quietSettings } from '../../vscode-host/settings.ts';
import {
  eventually,
  lineHover,
  openFile,
  openViews,
  openWindow,
  recordingText,
  runCommand,
  statusBar,
  takePicture,
  tellFailures,
  type Window,
} from './window.ts';

/** A program whose functions have names that are markup, and a line whose text is. */
const nastyProgram = `const o = {
  '<img src=x onerror=alert(1)>**b**'(until) {
    while (process.cpuUsage().user < until) work('<img src=x>\`[a](b)');
  },
};
function work(text) {
  let sum = 0;
  for (let i = 0; i < 200000; i++) sum += Math.sqrt(i) * text.length;
  return sum;
}
o['<img src=x onerror=alert(1)>**b**'](process.cpuUsage().user + 500_000);
`;

/** A program that runs long enough to be kept, and no longer. */
const shortProgram = `const until = process.cpuUsage().user + 150_000;
let sum = 0;
while (process.cpuUsage().user < until) for (let i = 0; i < 10000; i++) sum += Math.sqrt(i);
`;

describe('At the edges of the window', function () {
  this.timeout(120_000);
  let window: Window;

  before(async function () {
    this.timeout(180_000);
    const settings = { ...quietSettings, 'workbench.editorAssociations': { '*.cpuprofile': 'heatline.cpuprofile' } };
    const files = {
      'good.cpuprofile': recordingText(),
      'broken.cpuprofile': '{"nodes": 1}',
      'dependency.cpuprofile': recordingText({ url: 'file:///app/node_modules/dep/index.js' }),
      'nasty.js': nastyProgram,
      'short.js': shortProgram,
    };
    window = await openWindow({ settings, files, viewport: { width: 1300, height: 1000 } });
    await openViews(window.page);
  });

  tellFailures(() => window);

  after(() => window?.close());

  const rows = (text: RegExp | string): Locator =>
    window.page.locator('.pane-body .monaco-list-row', { hasText: text });
  const recordings = (): Locator =>
    window.page
      .locator('.pane', { has: window.page.locator('.pane-header', { hasText: 'Recordings' }) })
      .locator('.monaco-list-row');
  const hover = (): Locator => lineHover(window.page);
  const status = (text: string): Locator => statusBar(window.page).filter({ hasText: text });

  it('the status bar tells the recording in front, and goes with it', async () => {
    const { page } = window;
    await openFile(page, 'good.cpuprofile');
    await status('app.js:1').waitFor();
    await openFile(page, 'broken.cpuprofile');
    await statusBar(page).waitFor({ state: 'hidden' });
    await takePicture(page, 'edge-broken');
    const close = (): Promise<void> => page.locator('.tab.active .action-label[aria-label^="Close"]').click();
    await close();
    await status('app.js:1').waitFor();
    await close();
    await statusBar(page).waitFor({ state: 'hidden' });
    await takePicture(page, 'edge-closed');
  });

  it('dependencies are listed on request where nothing else ran, and are not told as the user’s', async () => {
    const { page } = window;
    await openFile(page, 'dependency.cpuprofile');
    await status('no hot line in own code').waitFor();
    await takePicture(page, 'edge-dependencies-hidden');
    await rows('Only dependencies ran: show them').click();
    await rows('index.js').first().waitFor();
    await takePicture(page, 'edge-dependencies-shown');
    await runCommand(page, 'Heatline: Show Own Code Only');
    await runCommand(page, 'View: Close All Editors');
  });

  it('a hover is one screen, unfolds, and has names as text, whatever they look like', async () => {
    const { page } = window;
    await openFile(page, 'nasty.js');
    await runCommand(page, 'Heatline: Profile Current File');
    await status('nasty.js:').waitFor();
    const hot = page.locator('.view-line', { hasText: 'sum += Math' }).first();
    await hot.getByText('sqrt').first().hover();
    await hover().waitFor();
    assert.match(await hover().innerText(), /More…[\s\S]*Called by: <img src=x onerror=alert\(1\)>\*\*b\*\*/);
    assert.equal(await hover().locator('img, b').count(), 0);
    assert.doesNotMatch(await hover().innerText(), /Clock/);
    const [box, end] = [await hover().boundingBox(), await hover().getByText('Called by').boundingBox()];
    assert.ok(box && end && end.y + end.height <= box.y + box.height, 'all of it is seen without scrolling');
    await takePicture(page, 'edge-hover-folded');
    await hover().getByText('More…').click();
    const text = (): Promise<string> => hover().innerText();
    assert.match(await eventually(text, (shown) => shown.includes('Clock')), /Total[\s\S]*Clock/);
    assert.equal(await hover().locator('img').count(), 0);
    await takePicture(page, 'edge-hover-unfolded');
    await page.keyboard.press('Escape');
    await hover().waitFor({ state: 'hidden' });
    // Another line is folded again, and then the first one too.
    await page.locator('.view-line', { hasText: 'while (process' }).first().getByText('work').first().hover();
    await hover().waitFor();
    assert.doesNotMatch(await hover().innerText(), /Clock/);
    await takePicture(page, 'edge-hover-caller');
  });

  it('a pinned recording stays when twenty newer ones push the others out', async function () {
    this.timeout(300_000);
    const { page } = window;
    const texts = (): Promise<string[]> => recordings().allInnerTexts();
    await recordings().first().hover();
    await recordings().first().locator('.action-label[aria-label^="Pin Recording"]').click();
    await openFile(page, 'short.js');
    for (let run = 1; run <= 21; run++) {
      const before = (await texts()).join('\n');
      await runCommand(page, 'Heatline: Profile Current File');
      // A row tells its active time once the run was analysed.
      await eventually(texts, (now) => now[0].includes('active') && now.join('\n') !== before);
    }
    await page.locator('.pane-header', { hasText: 'Hot Lines' }).click();
    await page.locator('.pane-header', { hasText: 'Changes' }).click();
    const names = async (): Promise<string[]> => (await texts()).map((text) => /\w+\.js/.exec(text)?.[0] ?? text);
    const kept = [...Array<string>(20).fill('short.js'), 'nasty.js'];
    assert.deepEqual(await eventually(names, (found) => found.length >= kept.length), kept);
    await takePicture(page, 'edge-recordings');
  });
});
