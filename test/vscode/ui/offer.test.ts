import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import {
  openFile,
  openWindow,
  panelFrame,
  recordingText,
  runCommand,
  statusBar,
  takePicture,
  tellFailures,
  type Window,
} from './window.ts';

/** VS Code has a viewer of its own for `.cpuprofile` files, which the tests' VS Code brings too. */
describe('A big recording that VS Code’s own viewer opens', function () {
  this.timeout(240_000);
  let window: Window;

  const big = recordingText({ bytes: 31_000_000 });
  const files = {
    'small.cpuprofile': recordingText(),
    'big.cpuprofile': big,
    'second.cpuprofile': big,
    // What a workspace associates is no setting of its user.
    '.vscode/settings.json': JSON.stringify({ 'workbench.editorAssociations': { '*.heap': 'default' } }),
  };

  beforeEach(async () => {
    window = await openWindow({ files, viewport: { width: 1200, height: 800 } });
  });

  tellFailures(() => window);

  afterEach(() => window?.close());

  const offer = (): Locator =>
    window.page.locator('.notifications-center .notification-list-item', { hasText: 'recordings of any size' });
  const showNotifications = (): Promise<void> => runCommand(window.page, 'Notifications: Show Notifications');
  const ownViewer = (): Locator => panelFrame(window.page).getByText('Self Time').first();
  const associations = async (): Promise<unknown> => {
    const text = await readFile(path.join(window.userDataDir, 'User/settings.json'), 'utf8');
    return (JSON.parse(text) as Record<string, unknown>)['workbench.editorAssociations'];
  };

  it('brings the offer to open such files with Heatline, once', async () => {
    const { page } = window;
    await openFile(page, 'small.cpuprofile');
    await ownViewer().waitFor({ timeout: 60_000 });
    await showNotifications();
    await takePicture(page, 'offer-0-small');
    assert.equal(await offer().count(), 0);
    await runCommand(page, 'View: Close All Editors'); // their pages stay in the window otherwise
    await openFile(page, 'big.cpuprofile');
    await ownViewer().waitFor({ timeout: 60_000 });
    await showNotifications();
    await offer().waitFor();
    assert.match(await offer().innerText(), /31\.0\sMB/);
    await takePicture(page, 'offer-1-big');
    await offer().locator('.monaco-button', { hasText: 'No' }).click();
    await offer().waitFor({ state: 'detached' });
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, 'second.cpuprofile');
    await ownViewer().waitFor({ timeout: 60_000 });
    await showNotifications();
    await takePicture(page, 'offer-2-refused');
    assert.equal(await offer().count(), 0);
    await window.reload();
    await ownViewer().waitFor({ timeout: 60_000 });
    await showNotifications();
    await takePicture(page, 'offer-3-reloaded');
    assert.equal(await offer().count(), 0);
    assert.equal(await associations(), undefined);
  });

  it('is Heatline’s from then on where that was accepted, and so are others', async () => {
    const { page } = window;
    await openFile(page, 'big.cpuprofile');
    await ownViewer().waitFor({ timeout: 60_000 });
    await showNotifications();
    await offer().locator('.monaco-button', { hasText: 'Always Use Heatline' }).click();
    await statusBar(page).filter({ hasText: 'app.js:1' }).waitFor();
    await panelFrame(page).locator('.table-row[id]', { hasText: 'work' }).first().waitFor();
    assert.equal(await page.locator('.tab', { hasText: 'big.cpuprofile' }).count(), 1);
    assert.deepEqual(await associations(), { '*.cpuprofile': 'heatline.cpuprofile' });
    await takePicture(page, 'offer-4-accepted');
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, 'second.cpuprofile');
    await panelFrame(page).locator('.table-row[id]', { hasText: 'work' }).first().waitFor();
    await showNotifications();
    await takePicture(page, 'offer-5-second');
    assert.equal(await offer().count(), 0);
  });
});
