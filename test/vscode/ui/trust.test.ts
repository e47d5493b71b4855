import assert from 'node:assert/strict';
import { quietSettings } from '../../vscode-host/settings.ts';
import {
  openFile,
  openViews,
  openWindow,
  recordingText,
  statusBar,
  takePicture,
  tellFailures,
  type Window,
} from './window.ts';

describe('In a workspace that is not trusted', () => {
  let window: Window;

  before(async function () {
    this.timeout(180_000);
    const settings = {
      ...quietSettings,
      'security.workspace.trust.enabled': true,
      'security.workspace.trust.startupPrompt': 'never',
      'workbench.editorAssociations': { '*.cpuprofile': 'heatline.cpuprofile' },
    };
    window = await openWindow({ workspaceTrust: true, settings, files: { 'work.cpuprofile': recordingText() } });
    await openFile(window.page, 'hot.js');
    await window.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
  });

  tellFailures(() => window);

  after(() => window?.close());

  it('nothing is run: the command is not offered', async () => {
    const { page } = window;
    await page.keyboard.press('F1');
    const input = page.locator('.quick-input-widget input');
    await input.fill('>Heatline: ');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Open Recording' }).waitFor();
    const offered = await page.locator('.quick-input-list .monaco-list-row').allInnerTexts();
    assert.ok(!offered.some((text) => text.includes('Profile Current File')), offered.join(' | '));
    await page.keyboard.press('Escape');
  });

  it('the view says why nothing can be profiled, and leads to where trust is given', async () => {
    const { page } = window;
    await openViews(page);
    const welcome = page.locator('.welcome-view-content', { hasText: 'Restricted Mode' });
    await welcome.waitFor();
    await takePicture(page, 'trust-welcome');
    await welcome.locator('.monaco-button', { hasText: 'Manage Workspace Trust' }).click();
    await page.locator('.workspace-trust-editor', { hasText: 'Restricted Mode' }).waitFor();
    await takePicture(page, 'trust-editor');
    await page.keyboard.press('Escape');
  });

  it('recordings can be looked at', async () => {
    await openFile(window.page, 'work.cpuprofile');
    await statusBar(window.page).filter({ hasText: 'app.js:1' }).waitFor();
  });
});
