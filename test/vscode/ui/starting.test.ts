import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { runnerModules } from '../../support/runners.ts';
import { useWindow } from './use-window.ts';

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
    await window.runCommand('Heatline: Clear Heat');
    await window.statusBar.waitFor({ state: 'detached' });
  }

  it('a file of tests: asks for its runner, once', async () => {
    await window.openFile('asked.test.js');
    await window.runCommand('Heatline: Profile Current File', { asks: true });
    assert.match((await window.choices().allInnerTexts()).join('|'), /^jest\|mocha\|No Test Runner/);
    await window.choices('mocha').click();
    await window.untilStatus(/asked\.test\.js:[45]/);
    await forget();
    await window.runCommand('Heatline: Profile Current File');
    await window.untilStatus(/asked\.test\.js:[45]/);
    await forget();
  });

  it('one test, by the entry above it', async () => {
    await window.openFile('hot.test.js');
    const entry = window.page.locator('.codelens-decoration a', { hasText: /^Profile Test$/ });
    await entry.first().click();
    await window.untilStatus(/hot\.test\.js:6/);
    assert.doesNotMatch(await window.page.locator('.repl').innerText(), /must not run/);
    await forget();
  });

  it('a script, in the view of npm', async () => {
    await window.runCommand('Explorer: Focus on NPM Scripts View');
    const script = window.page.locator('.monaco-list-row', { hasText: 'node hot.js' }).first();
    await window.chooseInMenuOf(script, 'Profile npm Script');
    await window.untilStatus(/hot\.js:[45]/);
    await forget();
  });
});
