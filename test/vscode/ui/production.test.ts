import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { keepPicture } from '../../support/browser.ts';
import { ProfileServers, publishedAnswers } from '../../support/profile-servers.ts';
import { writePprof } from '../../unit/readers/pprof/write-pprof.ts';
import { quietSettings } from '../../vscode-host/settings.ts';
import { useOwnWindow } from './use-window.ts';
import { eventually, openWindow, textsAfter } from './window.ts';

const TOKEN = 'glc_never-to-be-seen';

describe('Open Production Profile', () => {
  const servers = new ProfileServers();
  after(() => servers.stop());
  const window = useOwnWindow(async () => {
    await servers.start();
    const production = { name: 'production', kind: 'pyroscope', url: servers.address, headers: ['X-Scope-OrgID'] };
    const opened = await openWindow({ settings: { ...quietSettings, 'heatline.servers': [production] } });
    const file = path.join(opened.workspace, 'hot.js');
    const profile = writePprof(
      ['cpu/nanoseconds'],
      [
        { stack: [`burn ${file}:5#2`, `main ${file}:13#10`], values: [9.01e9] },
        { stack: [`burn ${file}:4#2`, `main ${file}:13#10`], values: [0.99e9] },
      ],
    );
    servers.answers = {
      ...publishedAnswers,
      'POST /querier.v1.QuerierService/SelectMergeProfile': {
        headers: { 'content-type': 'application/proto' },
        body: profile,
      },
    };
    return opened;
  });

  /** Answers what is asked in a box with this title, with one of its rows or a text. */
  async function answer(title: string, text: string, isTyped = false): Promise<void> {
    const { page } = window;
    await page.locator('.quick-input-widget .quick-input-title', { hasText: title }).waitFor();
    if (isTyped) await window.answer(text);
    else await window.choices(text).click();
  }

  async function openProfile(): Promise<void> {
    await window.runCommand('Heatline: Open Production Profile…', { asks: 'production' });
    await window.choices('production').click();
  }

  it('asks for server, credentials, application, type and time, and shows heat on the lines', async () => {
    const { page } = window;
    await window.openFile('hot.js');
    await openProfile();
    await answer('Credentials for', 'User and Token');
    await answer('User for', '4711', true);
    await answer('Token for', TOKEN, true);
    await answer('X-Scope-OrgID for', 'team-a', true);
    await answer('Application', 'shop');
    await answer('What to Show of shop', 'process_cpu');
    await answer('Time', 'Last hour');
    await window.untilStatus('hot.js:5');
    const hot = page.locator('.monaco-editor .view-line').nth(4);
    await eventually(
      () => textsAfter(hot),
      (texts) => texts.some(({ text }) => text.includes('90.1')),
    );
    await keepPicture(page, 'production');
    const asked = servers.asked.at(-1);
    assert.equal(asked?.headers.authorization, `Basic ${Buffer.from(`4711:${TOKEN}`).toString('base64')}`);
    assert.equal(asked.headers['x-scope-orgid'], 'team-a');
  });

  it('asks for credentials once, until they are forgotten', async () => {
    const { page } = window;
    await openProfile();
    await answer('Application', 'billing');
    await page.keyboard.press('Escape');
    await window.runCommand('Heatline: Forget Server Credentials…', { asks: 'production' });
    await window.choices('production').click();
    await openProfile();
    await window.choices('No Credentials').waitFor();
    await page.keyboard.press('Escape');
  });

  it('leaves the token in no file of the window: settings, logs, recordings', async () => {
    const found: string[] = [];
    for (const folder of [window.userDataDir, window.workspace]) {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const bytes = await readFile(path.join(entry.parentPath, entry.name));
        if (bytes.includes(TOKEN) || bytes.includes(btoa(`4711:${TOKEN}`))) found.push(entry.name);
      }
    }
    assert.deepEqual(found, []);
  });
});
