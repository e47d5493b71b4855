import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { recordingText } from '../../support/recording-text.ts';
import { useWindow } from './use-window.ts';
import { eventually } from './window.ts';

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
o['<img src=x onerror=alert(1)>**b**'](process.cpuUsage().user + 300_000);
`;

/** A program that runs long enough to be kept, and no longer. */
const shortProgram = `const until = process.cpuUsage().user + 150_000;
let sum = 0;
while (process.cpuUsage().user < until) for (let i = 0; i < 10000; i++) sum += Math.sqrt(i);
`;

const settings = {
  'workbench.editorAssociations': { '*.cpuprofile': 'heatline.cpuprofile' },
  'heatline.recordings.keep': 2,
};
const files = {
  'good.cpuprofile': recordingText(),
  'broken.cpuprofile': '{"nodes": 1}',
  'dependency.cpuprofile': recordingText({ url: 'file:///app/node_modules/dep/index.js' }),
  'nasty.js': nastyProgram,
  'short.js': shortProgram,
};

describe('At the edges of the window', () => {
  const window = useWindow({ settings, files, size: { width: 1300, height: 1000 } });
  const recordings = (): Locator =>
    window.page
      .locator('.pane', { has: window.page.locator('.pane-header', { hasText: 'Recordings' }) })
      .locator('.monaco-list-row');

  it('the status bar tells the recording in front, and goes with it', async () => {
    await window.openFile('good.cpuprofile');
    await window.untilStatus('app.js:1');
    await window.openFile('broken.cpuprofile');
    await window.statusBar.waitFor({ state: 'hidden' });
    const close = (): Promise<void> => window.page.locator('.tab.active .action-label[aria-label^="Close"]').click();
    await close();
    await window.untilStatus('app.js:1');
    await close();
    await window.statusBar.waitFor({ state: 'hidden' });
  });

  it('dependencies are listed on request where nothing else ran, and are not told as the user’s', async () => {
    await window.openFile('dependency.cpuprofile');
    await window.untilStatus('no hot line in own code');
    await window.rows('Only dependencies ran: show them').click();
    await window.row('index.js').waitFor();
    await window.runCommand('Heatline: Show Own Code Only');
    await window.runCommand('View: Close All Editors');
  });

  it('a hover is one screen, unfolds, and has names as text, whatever they look like', async () => {
    const { hover } = window;
    await window.profileFile('nasty.js');
    const text = await window.hoverOver(window.line('sum += Math').getByText('sqrt'));
    assert.match(text, /More…[\s\S]*Called by: <img src=x onerror=alert\(1\)>\*\*b\*\*/);
    assert.equal(await hover.locator('img, b').count(), 0);
    assert.doesNotMatch(text, /Clock/);
    const [box, end] = [await hover.boundingBox(), await hover.getByText('Called by').boundingBox()];
    assert.ok(box && end && end.y + end.height <= box.y + box.height, 'all of it is seen without scrolling');
    await hover.getByText('More…').click();
    await hover.filter({ hasText: /Total[\s\S]*Clock/ }).waitFor();
    assert.equal(await hover.locator('img').count(), 0);
    await window.page.keyboard.press('Escape');
    await hover.waitFor({ state: 'hidden' });
    // Another line is folded again, and then the first one too.
    assert.doesNotMatch(await window.hoverOver(window.line('while (process').getByText('work')), /Clock/);
    await window.page.keyboard.press('Escape');
  });

  it('a pinned recording stays when as many newer ones as are kept push the others out', async () => {
    const names = async (): Promise<string> =>
      (await recordings().allInnerTexts()).map((text) => /(\w+\.js)[^]*active/.exec(text)?.[1] ?? text).join();
    await recordings().first().hover();
    await recordings().first().locator('.action-label[aria-label^="Pin Recording"]').click();
    for (const kept of ['short.js,nasty.js', 'short.js,short.js,nasty.js', 'short.js,short.js,nasty.js']) {
      const before = await recordings().allInnerTexts();
      await window.openFile('short.js');
      await window.runCommand('Heatline: Profile Current File');
      await eventually(
        async () => (await recordings().allInnerTexts()).join(),
        (now) => now !== before.join(),
      );
      await eventually(names, (now) => now === kept);
    }
  });
});
