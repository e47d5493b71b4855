import assert from 'node:assert/strict';
import { quietSettings } from '../../vscode-host/settings.ts';
import { useOwnWindow } from './use-window.ts';
import { choices, openFile, openViews, openWindow, recordingText, typeInto, untilStatus } from './window.ts';

const settings = {
  ...quietSettings,
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'workbench.editorAssociations': { '*.cpuprofile': 'heatline.cpuprofile' },
};

describe('In a workspace that is not trusted', () => {
  const files = { 'work.cpuprofile': recordingText() };
  const window = useOwnWindow(() => openWindow({ workspaceTrust: true, settings, files }));

  it('nothing is run: the command is not offered', async () => {
    const { page } = window;
    await openFile(page, 'hot.js');
    await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await typeInto(page, 'F1', '>Heatline: ');
    await choices(page, 'Open Recording').waitFor();
    const offered = await choices(page).allInnerTexts();
    assert.ok(!offered.some((text) => text.includes('Profile Current File')), offered.join(' | '));
    await page.keyboard.press('Escape');
  });

  it('the view says why nothing can be profiled, and leads to where trust is given', async () => {
    const { page } = window;
    await openViews(page);
    const welcome = page.locator('.welcome-view-content', { hasText: 'Restricted Mode' });
    await welcome.waitFor();
    await welcome.locator('.monaco-button', { hasText: 'Manage Workspace Trust' }).click();
    await page.locator('.workspace-trust-editor', { hasText: 'Restricted Mode' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('recordings can be looked at', async () => {
    await openFile(window.page, 'work.cpuprofile');
    await untilStatus(window.page, 'app.js:1');
  });
});
