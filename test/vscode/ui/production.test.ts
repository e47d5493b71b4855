import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { ProfileServers, publishedAnswers } from '../../support/profile-servers.ts';
import { writePprof } from '../../unit/readers/pprof/write-pprof.ts';
import { quietSettings } from '../../vscode-host/settings.ts';
import { useOwnWindow } from './use-window.ts';
import { choices, openFile, openWindow, runCommand, textsAfter, untilStatus } from './window.ts';

const TOKEN = 'glc_never-to-be-seen';

/** Answers what is asked in a box with this title, with one of its rows or a text. */
async function answer(page: Page, title: string, text: string, isTyped = false): Promise<void> {
  await page.locator('.quick-input-widget .quick-input-title', { hasText: title }).waitFor();
  if (isTyped) await page.locator('.quick-input-widget input').fill(text);
  else await choices(page, text).waitFor();
  if (isTyped) await page.keyboard.press('Enter');
  else await choices(page, text).click();
}

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

  it('asks for server, credentials, application, type and time, and shows heat on the lines', async () => {
    const { page } = window;
    await openFile(page, 'hot.js');
    await runCommand(page, 'Heatline: Open Production Profile…', { asks: 'production' });
    await choices(page, 'production').click();
    await answer(page, 'Credentials for', 'User and Token');
    await answer(page, 'User for', '4711', true);
    await answer(page, 'Token for', TOKEN, true);
    await answer(page, 'X-Scope-OrgID for', 'team-a', true);
    await answer(page, 'Application', 'shop');
    await answer(page, 'What to Show of shop', 'process_cpu');
    await answer(page, 'Time', 'Last hour');
    await untilStatus(page, 'hot.js:5');
    const hot = page.locator('.monaco-editor .view-line').nth(4);
    assert.ok((await textsAfter(hot)).some(({ text }) => text.includes('90.1')));
    const asked = servers.asked.at(-1);
    assert.equal(asked?.headers.authorization, `Basic ${Buffer.from(`4711:${TOKEN}`).toString('base64')}`);
    assert.equal(asked.headers['x-scope-orgid'], 'team-a');
  });

  it('asks for credentials once, until they are forgotten', async () => {
    const { page } = window;
    await runCommand(page, 'Heatline: Open Production Profile…', { asks: 'production' });
    await choices(page, 'production').click();
    await answer(page, 'Application', 'billing');
    await page.keyboard.press('Escape');
    await runCommand(page, 'Heatline: Forget Server Credentials…', { asks: 'production' });
    await choices(page, 'production').click();
    await runCommand(page, 'Heatline: Open Production Profile…', { asks: 'production' });
    await choices(page, 'production').click();
    await choices(page, 'No Credentials').waitFor();
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
