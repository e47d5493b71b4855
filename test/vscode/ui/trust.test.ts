import assert from 'node:assert/strict';
import { quietSettings } from '../../vscode-host/settings.ts';
import { recordingText } from '../../support/recording-text.ts';
import { useOwnWindow } from './use-window.ts';
import { openWindow } from './window.ts';

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
    await window.openFile('hot.js');
    await window.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    await window.typeInto('F1', '>Heatline: ');
    await window.choices('Open Recording').waitFor();
    const offered = await window.choices().allInnerTexts();
    assert.ok(!offered.some((text) => text.includes('Profile Current File')), offered.join(' | '));
    await window.page.keyboard.press('Escape');
  });

  it('the view says why nothing can be profiled, and leads to where trust is given', async () => {
    const { page } = window;
    await window.openViews();
    const welcome = page.locator('.welcome-view-content', { hasText: 'Restricted Mode' });
    await welcome.locator('.monaco-button', { hasText: 'Manage Workspace Trust' }).click();
    await page.locator('.workspace-trust-editor', { hasText: 'Restricted Mode' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('recordings can be looked at', async () => {
    await window.openFile('work.cpuprofile');
    await window.untilStatus('app.js:1');
  });
});
