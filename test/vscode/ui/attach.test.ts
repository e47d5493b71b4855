import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { listeningPorts } from '../../../src/recorder/attach/node-processes.ts';
import { isAlive } from '../../../src/recording/index.ts';
import { quietSettings } from '../../vscode-host/settings.ts';
import { openFile, openWindow, runCommand, statusBar, takePicture, tellFailures, type Window } from './window.ts';

/** A server with a worker: both work in turns. */
const SERVICE = `const { Worker, isMainThread } = require('node:worker_threads');
function work() {
  const end = Date.now() + 20;
  let sum = 0;
  while (Date.now() < end) sum += Math.sqrt(sum + 1);
  return sum;
}
if (isMainThread) new Worker(__filename, { name: 'helper' });
setInterval(work, 50);
if (isMainThread) setTimeout(() => console.log('ready'), 300);
`;

describe('In the window, a program that runs', function () {
  this.timeout(180_000);
  let window: Window;
  const children = new Set<ChildProcess>();

  before(async () => {
    window = await openWindow({ settings: quietSettings, viewport: { width: 1400, height: 900 } });
    await writeFile(path.join(window.workspace, 'service.js'), SERVICE);
  });

  tellFailures(() => window);

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
    await window.page.keyboard.press('Escape');
  });

  after(() => window?.close());

  /** Starts the server; its process id. */
  async function start(...flags: readonly string[]): Promise<number> {
    const child = spawn('node', [...flags, 'service.js'], { cwd: window.workspace, stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    let output = '';
    child.stdout.on('data', (some: Buffer) => (output += some.toString()));
    while (!output.includes('ready')) await sleep(20);
    return child.pid ?? 0;
  }

  const attach = (): Promise<void> => runCommand(window.page, 'Heatline: Attach to Running Program…', { asks: true });
  const row = (text: string): ReturnType<Window['page']['locator']> =>
    window.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  const dialog = (): ReturnType<Window['page']['locator']> => window.page.locator('.monaco-dialog-box');
  const isLive = (): Promise<void> =>
    statusBar(window.page).filter({ hasText: 'live · ≈' }).waitFor({ timeout: 30_000 });

  /** Stops, and waits for the whole recording. */
  async function stop(): Promise<void> {
    await runCommand(window.page, 'Heatline: Stop Profiling');
    await statusBar(window.page).filter({ hasText: 'service.js:' }).waitFor({ timeout: 30_000 });
  }

  itWhere(isLinux, 'needs /proc')('is left alone when the question is answered by no', async () => {
    const pid = await start('--inspect-port=0');
    await attach();
    await row(`process ${pid}`).waitFor();
    await takePicture(window.page, 'attach-list');
    await row(`process ${pid}`).click();
    await dialog().filter({ hasText: 'SIGUSR1' }).waitFor();
    await takePicture(window.page, 'attach-question');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await takePicture(window.page, 'attach-declined');
    assert.deepEqual(await listeningPorts(pid), []);
    assert.equal(await dialog().count(), 0);
    await runCommand(window.page, 'Notifications: Show Notifications');
    await window.page.locator('.notifications-center', { hasText: 'No New Notifications' }).waitFor();
  });

  itWhere(isLinux, 'needs /proc')('is recorded with its worker, and goes on', async () => {
    const pid = await start('--inspect-port=0');
    await openFile(window.page, 'service.js');
    await attach();
    await row(`process ${pid}`).click();
    await dialog().getByRole('button', { name: 'Send SIGUSR1' }).click();
    await isLive();
    await takePicture(window.page, 'attach-live');
    await stop();
    await takePicture(window.page, 'attach-end');
    assert.ok(isAlive(pid));
    assert.deepEqual(await listeningPorts(pid), []);
    await runCommand(window.page, 'Heatline: Select Thread…', { asks: true });
    await row('helper').waitFor();
    await takePicture(window.page, 'attach-threads');
  });

  it('says so when it is gone by then', async () => {
    const pid = await start('--inspect-port=0');
    await attach();
    await row(`process ${pid}`).waitFor();
    process.kill(pid, 'SIGKILL');
    await row(`process ${pid}`).click();
    await row(`process ${pid}`).waitFor({ state: 'hidden' });
    // Under the driver of the tests VS Code shows messages there only.
    await runCommand(window.page, 'Notifications: Show Notifications');
    await window.page.locator('.notifications-center', { hasText: `There is no process ${pid}.` }).waitFor();
    await takePicture(window.page, 'attach-gone');
    assert.equal(await dialog().count(), 0); // VS Code's own would offer launch.json, which has nothing to do with it
    await runCommand(window.page, 'Notifications: Clear All Notifications');
  });

  it('is found by the port of its inspector', async () => {
    const pid = await start('--inspect=0');
    const [port] = await listeningPorts(pid);
    await attach();
    await row('Inspector Port').click();
    await window.page.locator('.quick-input-title', { hasText: 'Inspector Port' }).waitFor();
    await window.page.locator('.quick-input-widget input').fill(String(port));
    await takePicture(window.page, 'attach-port');
    await window.page.keyboard.press('Enter');
    await isLive();
    await stop();
    assert.ok(isAlive(pid));
    assert.deepEqual(await listeningPorts(pid), [port]);
  });

  it('is the one of the debug session of JavaScript', async () => {
    const { page, workspace } = window;
    const configuration = {
      type: 'node',
      request: 'launch',
      name: 'My Service',
      program: '${workspaceFolder}/service.js',
    };
    await mkdir(path.join(workspace, '.vscode'), { recursive: true });
    await writeFile(path.join(workspace, '.vscode/launch.json'), JSON.stringify({ configurations: [configuration] }));
    // F5 starts what the status bar names.
    await page.locator('.statusbar-item', { hasText: 'My Service' }).waitFor();
    await page.keyboard.press('F5');
    await page.locator('.debug-toolbar').waitFor({ timeout: 30_000 });
    await sleep(2000);
    await attach();
    await takePicture(page, 'attach-debug-session');
    await row('the debug session').click();
    // Not live: see `mustWait` of the recorder. What was sampled is counted, though.
    await statusBar(page)
      .filter({ hasText: / samples · [3-9] s/ })
      .waitFor();
    await takePicture(page, 'attach-debug-live');
    await stop();
    await takePicture(page, 'attach-debug-end');
    await page.locator('.debug-toolbar').waitFor();
  });
});
