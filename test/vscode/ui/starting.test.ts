import assert from 'node:assert/strict';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { runnerModules } from '../../support/runners.ts';
import { useWindow } from './use-window.ts';
import { choices, chooseInMenu, openFile, openViews, rows, runCommand, statusBar, untilStatus } from './window.ts';

const TESTS = `function work() {
  const end = process.cpuUsage().user + 300_000;
  let sum = 0;
  while (process.cpuUsage().user < end) {
    for (let i = 0; i < 1e6; i++) sum += Math.sqrt(i + sum) % 7;
  }
  return sum;
}
describe('asked', () => it('is hot', () => { work(); }));
`;

const files = {
  'two-runners/package.json': JSON.stringify({ devDependencies: { jest: '*', mocha: '*' } }),
  'two-runners/asked.test.js': TESTS,
};

describe('In the window, what is profiled besides programs', () => {
  const window = useWindow({ files });

  before(async () => {
    await mkdir(path.join(window.workspace, 'report-out'), { recursive: true });
    const modules = path.join(window.workspace, 'two-runners/node_modules');
    await symlink(await runnerModules('mocha-11'), modules, 'junction');
  });

  /** The results of earlier tests go, so that the next one is seen to come. */
  async function forget(): Promise<void> {
    await runCommand(window.page, 'Heatline: Clear Heat');
    await statusBar(window.page).waitFor({ state: 'detached' });
  }

  it('a file of tests: asks for its runner, once', async () => {
    const { page } = window;
    await openFile(page, 'asked.test.js');
    await runCommand(page, 'Heatline: Profile Current File', { asks: true });
    assert.match((await choices(page).allInnerTexts()).join('|'), /^jest\|mocha\|No Test Runner/);
    await choices(page, 'mocha').click();
    await untilStatus(page, /asked\.test\.js:[45]/);
    await forget();
    await runCommand(page, 'Heatline: Profile Current File');
    await untilStatus(page, /asked\.test\.js:[45]/);
    await forget();
  });

  it('one test, by the entry above it', async () => {
    const { page } = window;
    await openFile(page, 'hot.test.js');
    const entry = page.locator('.codelens-decoration a', { hasText: /^Profile Test$/ });
    await entry.first().waitFor();
    await entry.first().click();
    await untilStatus(page, /hot\.test\.js:6/);
    assert.doesNotMatch(await page.locator('.repl').innerText(), /must not run/);
    await forget();
  });

  it('a script, in the view of npm', async () => {
    const { page } = window;
    await runCommand(page, 'Explorer: Focus on NPM Scripts View');
    const script = page.locator('.monaco-list-row', { hasText: 'node hot.js' }).first();
    await script.waitFor();
    await script.click({ button: 'right' });
    await chooseInMenu(page, 'Profile npm Script');
    await untilStatus(page, /hot\.js:[45]/);
    await forget();
  });

  it('a compound of launch.json, its task before it', async () => {
    const { page, workspace } = window;
    await runCommand(page, 'Heatline: Profile Launch Configuration…', { asks: true });
    await choices(page, 'compound').first().waitFor();
    await page.locator('.quick-input-widget input').fill('Both');
    await choices(page, 'Node with everything, Node by npm').click();
    await untilStatus(page, /report\.js:5/);
    const value = async (name: string): Promise<unknown> =>
      (JSON.parse(await readFile(path.join(workspace, 'report-out', name), 'utf8')) as { value: unknown }).value;
    await openViews(page);
    for (const title of [/^npm run report/, /^report\.js/]) await rows(page, title).first().waitFor();
    assert.deepEqual([await value('node.json'), await value('npm.json')], ['from the task', 'by npm']);
  });
});
