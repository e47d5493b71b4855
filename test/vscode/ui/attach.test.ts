import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { listeningPorts } from '../../../src/recorder/attach/node-processes.ts';
import { isAlive } from '../../../src/recording/index.ts';
import { useWindow } from './use-window.ts';
import { eventually } from './window.ts';

describe('In the window, a program that runs', () => {
  const window = useWindow();
  const children = new Set<ChildProcess>();

  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });

  /** Starts the server; its process id. */
  async function start(flag: string): Promise<number> {
    const child = spawn('node', [flag, 'service.js'], { cwd: window.workspace, stdio: ['ignore', 'pipe', 'ignore'] });
    children.add(child);
    await once(child.stdout, 'data'); // it says that it is ready
    return child.pid ?? 0;
  }

  const attach = (asks: true | string = true) => window.runCommand('Heatline: Attach to Running Program…', { asks });
  const dialog = () => window.page.locator('.monaco-dialog-box');
  // Under the driver of the tests VS Code shows messages there only.
  const showNotifications = () => window.runCommand('Notifications: Show Notifications');
  const notifications = (text: string) => window.page.locator('.notifications-center', { hasText: text });

  /** Stops, and waits for the whole recording. */
  async function stop(): Promise<void> {
    await window.runCommand('Heatline: Stop Profiling');
    await window.untilStatus('service.js:');
  }

  itWhere(isLinux, 'needs /proc')('is left alone when the question is answered by no', async () => {
    const pid = await start('--inspect-port=0');
    await attach(`process ${pid}`);
    await window.choice(`process ${pid}`).click();
    await dialog().filter({ hasText: 'SIGUSR1' }).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'hidden' });
    assert.deepEqual(await listeningPorts(pid), []);
    await showNotifications();
    await notifications('No New Notifications').waitFor();
  });

  itWhere(isLinux, 'needs /proc')('is recorded with its worker, and goes on', async () => {
    const pid = await start('--inspect-port=0');
    await window.openFile('service.js');
    await attach(`process ${pid}`);
    await window.choice(`process ${pid}`).click();
    await dialog().getByRole('button', { name: 'Send SIGUSR1' }).click();
    await window.untilStatus('live · ≈');
    await stop();
    await eventually(
      () => listeningPorts(pid), // the program closes its inspector once nobody is connected
      (ports) => ports.length === 0,
    );
    assert.ok(isAlive(pid));
    await window.runCommand('Heatline: Select Thread…', { asks: 'helper' });
    await window.page.keyboard.press('Escape');
  });

  it('says so when it is gone by then', async () => {
    const pid = await start('--inspect-port=0');
    await attach(`process ${pid}`);
    process.kill(pid, 'SIGKILL');
    await window.choice(`process ${pid}`).click();
    await window.choice(`process ${pid}`).waitFor({ state: 'hidden' });
    await showNotifications();
    await notifications(`There is no process ${pid}.`).waitFor();
    assert.equal(await dialog().count(), 0); // VS Code's own would offer launch.json, which has nothing to do with it
    await window.runCommand('Notifications: Clear All Notifications');
  });

  it('is found by the port of its inspector', async () => {
    const { page } = window;
    const pid = await start('--inspect=0');
    const [port] = await listeningPorts(pid);
    await attach();
    await window.choice('Inspector Port').click();
    await page.locator('.quick-input-title', { hasText: 'Inspector Port' }).waitFor();
    await window.answer(String(port));
    await window.untilStatus('live · ≈');
    await stop();
    assert.ok(isAlive(pid));
    assert.deepEqual(await listeningPorts(pid), [port]);
  });

  it('is the one of the debug session of JavaScript', async () => {
    const { page } = window;
    await page.locator('.debug-toolbar').waitFor({ state: 'hidden' }); // the session before has ended
    // F5 starts what the status bar names.
    await page.locator('.statusbar-item', { hasText: 'My Service' }).waitFor();
    await page.keyboard.press('F5');
    await page.locator('.debug-toolbar').waitFor();
    await window.runCommand('Debug Console: Focus on Debug Console View');
    await page.locator('.repl .monaco-list-row', { hasText: 'ready' }).waitFor();
    await attach('the debug session');
    await window.choice('the debug session').click();
    // Not live: see `mustWait` of the recorder. What was sampled is counted, though.
    await window.untilStatus(/ samples · ([3-9]|\d\d+) s/);
    await stop();
    await page.locator('.debug-toolbar').waitFor();
  });
});
