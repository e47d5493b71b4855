import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { until } from '../../support/until.ts';
import { recordingText } from '../../support/recording-text.ts';
import { useWindow } from './use-window.ts';

const big = recordingText({ bytes: 31_000_000 });
const files = { 'small.cpuprofile': recordingText(), 'big.cpuprofile': big, 'second.cpuprofile': big };

/** VS Code has a viewer of its own for `.cpuprofile` files, which the tests' VS Code brings too. */
describe('A big recording that VS Code’s own viewer opens', () => {
  // What a workspace associates is no setting of its user.
  const window = useWindow({ files, settings: { 'workbench.editorAssociations': { '*.heap': 'default' } } });

  it('brings the offer to open such files with Heatline, and they are from then on where that was accepted', async () => {
    const { page, userDataDir } = window;
    const offer = page.locator('.notifications-center .notification-list-item', { hasText: 'recordings of any size' });
    const ownViewer = window.panel.getByText('Self Time').first();
    const functions = window.panel.locator('.table-row[id]', { hasText: 'work' }).first();
    await window.openFile('small.cpuprofile');
    await ownViewer.waitFor();
    await window.runCommand('Notifications: Show Notifications');
    assert.equal(await offer.count(), 0);
    await window.runCommand('View: Close All Editors'); // their pages stay in the window otherwise
    await window.openFile('big.cpuprofile');
    await ownViewer.waitFor();
    await window.runCommand('Notifications: Show Notifications');
    await offer.waitFor();
    assert.match(await offer.innerText(), /31\.0\sMB/);
    await offer.locator('.monaco-button', { hasText: 'Always Use Heatline' }).click();
    await window.untilStatus('app.js:1');
    // The page of the other viewer goes a moment later.
    await until('one page', async () => (await window.pages.count()) === 1);
    await functions.waitFor();
    assert.equal(await page.locator('.tab', { hasText: 'big.cpuprofile' }).count(), 1);
    const text = await readFile(path.join(userDataDir, 'User/settings.json'), 'utf8');
    const own = (JSON.parse(text) as Record<string, unknown>)['workbench.editorAssociations'];
    assert.deepEqual(own, { '*.cpuprofile': 'heatline.cpuprofile' });
    await window.runCommand('View: Close All Editors');
    await window.openFile('second.cpuprofile');
    await functions.waitFor();
    await window.runCommand('Notifications: Show Notifications');
    assert.equal(await offer.count(), 0);
  });
});
