import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runnerModules } from '../../support/runners.ts';
import { quietSettings } from '../../vscode-host/settings.ts';
import {
  openFile,
  openViews,
  openWindow,
  runCommand,
  statusBar,
  takePicture,
  tellFailures,
  type Window,
} from './window.ts';

const TESTS = `function work() {
  const end = process.cpuUsage().user + 500_000;
  let sum = 0;
  while (process.cpuUsage().user < end) {
    for (let i = 0; i < 1e6; i++) sum += Math.sqrt(i + sum) % 7;
  }
  return sum;
}
describe('asked', () => it('is hot', () => { work(); }));
`;

describe('In the window, what is profiled besides programs', function () {
  this.timeout(120_000);
  let window: Window;

  before(async function () {
    this.timeout(240_000); // the first run of all installs VS Code
    window = await openWindow({ settings: quietSettings, viewport: { width: 1400, height: 900 } });
    await mkdir(path.join(window.workspace, 'report-out'));
    const folder = path.join(window.workspace, 'two-runners');
    await mkdir(folder);
    const dependencies = { devDependencies: { jest: '*', mocha: '*' } };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(dependencies));
    await writeFile(path.join(folder, 'asked.test.js'), TESTS);
    await symlink(await runnerModules('mocha-11'), path.join(folder, 'node_modules'), 'junction');
  });

  tellFailures(() => window);

  afterEach(() => window.page.keyboard.press('Escape'));

  after(() => window?.close());

  const choices = (): ReturnType<Window['page']['locator']> =>
    window.page.locator('.quick-input-list .monaco-list-row');
  const isOver = (text: string | RegExp): Promise<void> =>
    statusBar(window.page).filter({ hasText: text }).waitFor({ timeout: 60_000 });
  /** The results of earlier tests go, so that the next one is seen to come. */
  const forget = async (): Promise<void> => {
    if (await statusBar(window.page).isVisible()) await runCommand(window.page, 'Heatline: Clear Heat');
    await statusBar(window.page).waitFor({ state: 'detached' });
  };

  it('a file of tests: asks for its runner, once', async () => {
    const { page } = window;
    await openFile(page, 'asked.test.js');
    await runCommand(page, 'Heatline: Profile Current File', { asks: true });
    assert.match((await choices().allInnerTexts()).join('|'), /^jest\|mocha\|No Test Runner/);
    await takePicture(page, 'starting-runner');
    await choices().filter({ hasText: 'mocha' }).click();
    await isOver(/asked\.test\.js:[45]/);
    await takePicture(page, 'starting-runner-end');
    await forget();
    await runCommand(page, 'Heatline: Profile Current File');
    await isOver(/asked\.test\.js:[45]/);
  });

  it('one test, by the entry above it', async () => {
    const { page } = window;
    await forget();
    await openFile(page, 'hot.test.js');
    const entry = page.locator('.codelens-decoration a', { hasText: /^Profile Test$/ });
    await entry.first().waitFor();
    await takePicture(page, 'starting-lenses');
    await entry.first().click();
    await isOver(/hot\.test\.js:6/);
    await takePicture(page, 'starting-test');
    const said = await page.locator('.repl').innerText();
    assert.doesNotMatch(said, /must not run/);
  });

  it('a script, in the view of npm', async () => {
    const { page } = window;
    await forget();
    await runCommand(page, 'Focus on NPM Scripts View');
    const script = page.locator('.monaco-list-row', { hasText: 'node hot.js' }).first();
    await script.waitFor();
    await takePicture(page, 'starting-npm-view');
    await script.click({ button: 'right' });
    const entry = page.locator('.context-view .action-item', { hasText: 'Profile npm Script' });
    await entry.waitFor();
    await takePicture(page, 'starting-npm-menu');
    await entry.click();
    await isOver(/hot\.js:[45]/);
    await takePicture(page, 'starting-npm');
  });

  it('a compound of launch.json, its task before it', async () => {
    const { page, workspace } = window;
    await forget();
    await runCommand(page, 'Heatline: Profile Launch Configuration…', { asks: true });
    await choices().filter({ hasText: 'compound' }).first().waitFor();
    await takePicture(page, 'starting-configurations');
    await page.locator('.quick-input-widget input').fill('Both');
    await choices().filter({ hasText: 'Node with everything, Node by npm' }).click();
    await isOver(/report\.js:5/);
    const value = async (name: string): Promise<unknown> =>
      (JSON.parse(await readFile(path.join(workspace, 'report-out', name), 'utf8')) as { value: unknown }).value;
    await openViews(page);
    await page
      .locator('.monaco-list-row', { hasText: /^npm run report/ })
      .first()
      .waitFor();
    await page
      .locator('.monaco-list-row', { hasText: /^report\.js/ })
      .first()
      .waitFor();
    assert.deepEqual([await value('node.json'), await value('npm.json')], ['from the task', 'by npm']);
    await takePicture(page, 'starting-compound');
  });
});
