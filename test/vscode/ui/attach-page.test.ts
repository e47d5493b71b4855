import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keepPicture } from '../../support/browser.ts';
import { HOT_LINE, type PageApp, servePageApp } from '../../support/page-app.ts';
import { type PlainBrowser, startPlainBrowser } from '../../support/plain-browser.ts';
import { useScratch } from '../../support/scratch.ts';
import { chromiumArgs, findChromium } from '../../vscode-host/chromium.ts';
import { PATIENCE } from '../../support/until.ts';
import { useWindow } from './use-window.ts';

describe('In the window, a page of a browser', () => {
  const window = useWindow();
  const scratch = useScratch();
  let app: PageApp;
  let browser: PlainBrowser;
  before(async () => {
    app = await servePageApp(window.workspace);
    browser = await startPlainBrowser(scratch('browser'));
    for (const name of ['modules.html', 'bundle.html']) await browser.open(`${app.origin}/${name}`);
  });
  after(async () => {
    await browser.close();
    app.close();
  });

  it('is chosen by its title, which runs no command, and its click handler is lit in the file of the workspace', async () => {
    const { page } = window;
    await window.runCommand('Heatline: Profile Browser Tab…', { asks: true });
    await page.locator('.quick-input-title', { hasText: 'Debugging Port' }).waitFor();
    await window.answer(String(browser.port));
    await window.choices('Bundle').first().click();
    await window.untilStatus('live · ≈');
    await app.turns(40);
    await window.runCommand('Heatline: Stop Profiling');
    await window.untilStatus(`view.ts:${HOT_LINE}`);
    await window.rows(`view.ts:${HOT_LINE}`).first().waitFor();
    await window.openFile('view.ts');
    await window.untilInGutter('heat-8');
    await keepPicture(page, 'page');
    await app.turns(3);
  });
});

describe('In the window, a page that is debugged', () => {
  const window = useWindow();
  const scratch = useScratch();
  let app: PageApp;
  let configurations: string;
  const file = (): string => path.join(window.workspace, '.vscode/launch.json');
  before(async () => {
    app = await servePageApp(window.workspace);
    configurations = await readFile(file(), 'utf8');
    await writeFile(file(), withConfiguration(configurations, await pageConfiguration()));
  });
  after(async () => {
    await writeFile(file(), configurations);
    app.close();
  });

  /** Without a port: the debugger talks to its browser by a pipe. */
  async function pageConfiguration(): Promise<object> {
    const { executablePath, env } = await findChromium();
    return {
      ...{ type: 'chrome', request: 'launch', name: 'My Page', url: `${app.origin}/modules.html` },
      ...{ browserLaunchLocation: 'workspace', runtimeExecutable: executablePath, userDataDir: scratch('browser') },
      timeout: PATIENCE, // ten seconds unless told, after which the debugger leaves a browser that takes longer
      ...{ runtimeArgs: [...chromiumArgs, '--headless'], webRoot: '${workspaceFolder}' },
      env: Object.fromEntries(Object.entries(env).filter(([name, value]) => process.env[name] !== value)),
    };
  }
  const paused = () => window.page.locator('.debug-toolbar .codicon-debug-continue');

  it('is profiled through its debugger, which goes on and halts where it is told to', async () => {
    const { page } = window;
    await window.startDebugging('My Page');
    await app.turns(3);
    await window.runCommand('Heatline: Profile Browser Tab…', { asks: 'the debug session' });
    await window.choice('« My Page').click();
    await window.untilStatus(/ samples · ([3-9]|\d\d+) s/);
    await app.turns(40);
    await window.runCommand('Heatline: Stop Profiling');
    await window.untilStatus(/(view\.ts|count\.js):/);
    // Its worker is in the recording where the debugger knew it by then; the page always is.
    await window.openFile('view.ts');
    await window.untilInGutter('heat-');
    await keepPicture(page, 'debugged page');
    await app.turns(3);
    await window.line('// hot').click();
    await window.runCommand('Debug: Toggle Breakpoint');
    await paused().waitFor();
    await window.runCommand('Debug: Toggle Breakpoint');
    await window.runCommand('Debug: Continue');
    await app.turns(3);
  });

  it('ends the recording when it is not debugged any more', async () => {
    await window.runCommand('Heatline: Profile Browser Tab…', { asks: 'the debug session' });
    await window.choice('« My Page').click();
    await window.untilStatus(/ samples · /);
    await window.runCommand('Debug: Select Debug Session', { asks: 'Start a New Debug Session' });
    // By its configuration: the debugger may not have told VS Code its page's name yet.
    await window.choices('My Page').filter({ hasNotText: 'Profile' }).click();
    await window.page.keyboard.press('Shift+F5');
    await window.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
    await window.runCommand('Notifications: Show Notifications');
    await window.page.locator('.notifications-center', { hasText: 'nothing was recorded' }).waitFor();
    await window.runCommand('Notifications: Clear All Notifications');
  });
});

const withConfiguration = (launch: string, configuration: object): string => {
  const { configurations, ...others } = JSON.parse(launch) as { configurations: object[] };
  return JSON.stringify({ ...others, configurations: [...configurations, configuration] });
};
