import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errors, type FrameLocator, type Locator, type Page } from 'playwright-core';
import { makeScratch, removeScratch } from '../../support/scratch.ts';
import { waitFor } from '../../support/until.ts';
import { heatlineLog } from '../../vscode-host/heatline-log.ts';
import { startServer, type ServerOptions } from '../../vscode-host/server.ts';
import { openWorkbench, untilReady, type WindowOptions } from '../../vscode-host/workbench.ts';
import { prepareWorkspace } from '../workspace.ts';

const extension = path.resolve(import.meta.dirname, '../../..');

/** The tests' own extension, as VS Code's list of what is installed has it: a window takes only one that is under development. */
const installed = {
  identifier: { id: 'test.start-anew' },
  version: '0.0.1',
  location: { $mid: 1, scheme: 'file', path: path.join(import.meta.dirname, 'start-anew') },
};

/** What was opened, and how it is closed. */
interface Opened {
  readonly page: Page;
  readonly workspace: string;
  readonly userDataDir: string;
  readonly close: () => Promise<void>;
}

/** A window of VS Code with the extension under development, on a copy of the test workspace. */
export class Window {
  constructor(private readonly now: () => Opened) {}

  get page(): Page {
    return this.now().page;
  }

  get workspace(): string {
    return this.now().workspace;
  }

  /** Where its user's settings are. */
  get userDataDir(): string {
    return this.now().userDataDir;
  }

  close(): Promise<void> {
    return this.now().close();
  }

  /** Loads the window again by *Developer: Reload Window*, which keeps what is open. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await untilReady(this.page);
  }

  get #quickInput(): Locator {
    return this.page.locator('.quick-input-box input');
  }

  /** The rows of the palette, or of whatever is asked there. */
  choices(text: string | RegExp = ''): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  }

  choice(text: string | RegExp): Locator {
    return this.choices(text).first();
  }

  /**
   * Writes into the box of the palette that a key opens, and opens it anew where something else took the focus, which closes it.
   * Not by keys: those go to whatever has the focus by then, such as the text of an editor.
   */
  async typeInto(key: string, typed: string): Promise<void> {
    do {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press(key);
    } while (!(await this.#inBox(write, typed)));
  }

  /** Does something to the palette's box if that has the focus, or gets it in time; false if not. */
  async #inBox(action: (box: HTMLInputElement, text: string) => void, text = ''): Promise<boolean> {
    const focused = this.page.locator('.quick-input-box input:focus');
    return focused
      .waitFor({ timeout: LOOK_AGAIN_MS })
      .then(() => focused.evaluate(action, text, { timeout: LOOK_AGAIN_MS }))
      .then(yes, no);
  }

  /**
   * Takes the row with this label of a list that opens by a key. It holds the commands that were enabled, and the files that
   * were known, when it opened: it is opened again until the row is there.
   */
  async #takeRow(key: string, typed: string, label: string): Promise<void> {
    const exactly = new RegExp(`^${label.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`);
    const name = this.page.locator('.label-name', { hasText: exactly });
    const row = this.page.locator('.quick-input-list .monaco-list-row.focused', { has: name });
    do await untilSeen(row, () => this.typeInto(key, typed));
    while (!(await this.#inBox(accept)));
  }

  /** Writes into the box that asks for a text, and takes it. */
  async answer(text: string): Promise<void> {
    await this.filterChoices(text);
    await this.pressInBox('Enter');
  }

  /** Writes into the box that is open, above its choices. */
  filterChoices(text: string): Promise<void> {
    return this.#quickInput.fill(text);
  }

  /** Presses a key in that box, whatever has the focus. */
  pressInBox(key: string): Promise<void> {
    return this.#quickInput.press(key);
  }

  /**
   * Runs a command of the palette by its title. `asks`: it goes on to ask something, in a box with a title, or with this
   * choice; the command is run again until that is known.
   */
  async runCommand(title: string, { asks }: { readonly asks?: true | string } = {}): Promise<void> {
    const run = (): Promise<void> => this.#takeRow('F1', `>${title}`, title);
    if (asks !== undefined) {
      const boxTitle = this.page.locator('.quick-input-widget .quick-input-title', { hasText: /\S/ });
      return untilSeen(asks === true ? boxTitle : this.choice(asks), run);
    }
    await run();
    await this.#quickInput.waitFor({ state: 'hidden' });
  }

  /** Opens a file of the workspace through *Go to File*. */
  async openFile(name: string): Promise<void> {
    await this.#takeRow('Control+P', name, path.basename(name));
    await this.page.locator('.tab.active', { hasText: path.basename(name) }).waitFor();
  }

  /** Starts a configuration of launch.json by its name. */
  startDebugging(name: string): Promise<void> {
    return this.#takeRow('Control+P', `debug ${name}`, name);
  }

  /** Profiles a file as it is in front, and waits until the status bar tells a hot line of it. */
  async profileFile(name: string, hottest: string | RegExp = `${path.basename(name)}:`): Promise<void> {
    await this.openFile(name);
    await this.runCommand('Heatline: Profile Current File');
    await this.untilStatus(hottest);
  }

  /** Opens the menu of a row and takes an entry: anew where the row was moved away under the mouse. */
  async chooseInMenuOf(row: Locator, text: string): Promise<void> {
    const { keyboard } = this.page;
    const menu = this.page.locator('.monaco-menu');
    const entry = menu.locator('.action-item', { hasText: text });
    await untilSeen(entry, async () => {
      if (await menu.isVisible()) await keyboard.press('Escape'); // without a menu it would end the selection
      await row.click({ button: 'right' });
    });
    // By key, as a menu takes no click in its first moment.
    await entry.hover();
    await menu.locator('.action-item.focused', { hasText: text }).waitFor();
    await keyboard.press('Enter');
    await entry.waitFor({ state: 'detached' });
  }

  /** Draws a range of time, from one share of the recording's length to another. */
  async drawRange(from: number, to: number): Promise<void> {
    const box = await this.panel.locator('.overview').boundingBox();
    if (!box) throw new Error('there is no overview');
    await this.page.mouse.move(box.x + box.width * from, box.y + 12);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + box.width * to, box.y + 12, { steps: 4 });
    await this.page.mouse.up();
  }

  /** Waits until there is a picture in the gutter whose name has this in it. */
  untilInGutter(name: string): Promise<unknown> {
    const count = (wanted: string): number =>
      [...document.querySelectorAll('.monaco-editor .margin .cgmr')].filter((element) =>
        getComputedStyle(element).backgroundImage.includes(wanted),
      ).length;
    return eventually(
      () => this.page.evaluate(count, name),
      (found) => found > 0,
    );
  }

  /** The first line of an editor with this text. */
  line(text: string): Locator {
    return this.page.locator('.view-line', { hasText: text }).first();
  }

  /** The pages of editors and panels that are there. */
  get pages(): Locator {
    return this.page.locator('iframe.webview:not([src*="webviewView"])');
  }

  /** The flame graph's own document, inside the two frames of a webview. */
  get panel(): FrameLocator {
    return this.pages.contentFrame().frameLocator('#active-frame');
  }

  /** The document of *Findings*. */
  get findings(): FrameLocator {
    return this.page.frameLocator('iframe.webview[src*="webviewView"]').frameLocator('#active-frame');
  }

  /** Heatline's entry of the status bar. */
  get statusBar(): Locator {
    return this.page.locator('.statusbar-item[id*="heatline.status"]');
  }

  /** The same, as soon as its text is like this. */
  untilStatus(text: string | RegExp): Promise<void> {
    return this.statusBar.filter({ hasText: text }).waitFor();
  }

  /** The rows of Heatline's views. */
  rows(text: RegExp | string): Locator {
    return this.page.locator('.pane-body .monaco-list-row', { hasText: text });
  }

  row(text: RegExp | string): Locator {
    return this.rows(text).first();
  }

  /** Opens Heatline's container of the activity bar. */
  openViews(): Promise<void> {
    return this.page.locator('.activitybar .action-label[aria-label^="Heatline"]').click();
  }

  /** The hover over a line with heat. */
  get hover(): Locator {
    return this.page.locator('.monaco-hover-content', { hasText: 'active time' }).first();
  }

  /** Brings the mouse over the first of these, anew where that moved away from below it, and waits for that hover; its text. */
  async hoverOver(code: Locator): Promise<string> {
    await untilSeen(this.hover, async () => {
      await this.page.mouse.move(0, 0);
      await code.first().hover();
    });
    return this.hover.innerText();
  }

  tab(text: string | RegExp): Locator {
    return this.page.locator('.tab', { hasText: text }).first();
  }

  /** What it shows, for runs that nobody watches. */
  async describe(): Promise<string> {
    const textsOf = (selector: string): Promise<string[]> => this.page.locator(selector).allInnerTexts();
    const parts = {
      tabs: await textsOf('.tab'),
      'status bar': await textsOf('.statusbar-item'),
      notifications: await textsOf('.notification-list-item'),
      palette: await textsOf('.quick-input-widget:not([style*="display: none"]) .monaco-list-row'),
      views: await textsOf('.pane-body .monaco-list-row'),
      'of views': await textsOf('.tree-explorer-viewlet-tree-view .message'),
      'debug console': await textsOf('.repl .monaco-list-row'),
      terminal: await textsOf('.terminal-wrapper.active .xterm-rows'),
      log: await heatlineLog(this.userDataDir),
    };
    return Object.entries(parts)
      .map(([name, texts]) => `${name}: ${texts.map((text) => JSON.stringify(text.trim())).join(', ')}`)
      .join('\n');
  }
}

/**
 * Opens such a window. `folder`: opened as it is, in place of the copy of the test workspace. `files`: more files for it, by
 * name.
 */
export async function openWindow(
  options: ServerOptions & WindowOptions & { readonly files?: Readonly<Record<string, string>> } = {},
): Promise<Window> {
  const scratch = await makeScratch();
  const workspace = options.folder ?? (await prepareWorkspace(path.join(scratch, 'workspace')));
  await writeFiles(workspace, options.files ?? {});
  const extensionsDir = path.join(scratch, 'extensions');
  await writeFiles(extensionsDir, { 'extensions.json': JSON.stringify([installed]) });
  const server = await startServer({ ...options, extensionsDir });
  const windowOptions = { ...options, folder: workspace, extensionDevelopmentPath: [extension] };
  const { page, close: closePage } = await openWorkbench(server, windowOptions);
  const close = async (): Promise<void> => {
    await closePage();
    await server.stop();
    await removeScratch(scratch);
  };
  return new Window(() => ({ page, workspace, userDataDir: server.userDataDir, close }));
}

/** Writes files into a folder, by name. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

/** After so long without what is wanted, a list is opened anew. */
const LOOK_AGAIN_MS = 5000;

const write = (box: HTMLInputElement, text: string): void => {
  box.value = text;
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
};
const accept = (box: HTMLInputElement): void => {
  const enter = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
  box.dispatchEvent(new KeyboardEvent('keydown', enter));
};

const yes = (): boolean => true;
const no = (error: unknown): boolean => {
  if (error instanceof errors.TimeoutError) return false;
  throw error;
};

/** Does it until this is seen: what moves in the window may take a click, or the mouse, away from what it is meant for. */
async function untilSeen(effect: Locator, act: () => Promise<void>): Promise<void> {
  do await act();
  while (!(await effect.waitFor({ timeout: LOOK_AGAIN_MS }).then(yes, no)));
}

/** What stands after the end of a line of an editor, with its colour. */
export const textsAfter = (line: Locator): Promise<{ text: string; color: string }[]> =>
  line.evaluate((element) =>
    [...element.querySelectorAll('span')]
      .map((span) => getComputedStyle(span, '::after'))
      .filter(({ content }) => content.startsWith('"'))
      .map(({ content, color }) => ({ text: content, color })),
  );

/**
 * Calls `read` until its result fits: a window is drawn piece by piece, and a view that VS Code loads anew in the
 * meantime cannot be read for a moment.
 */
export async function eventually<T>(read: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  let last: unknown;
  const readIt = (): Promise<{ value: T } | undefined> =>
    read().then(
      (value) => (fits(value) ? { value } : void (last = value)),
      (error: unknown) => void (last = String(error)),
    );
  return (await waitFor(() => `it stays ${JSON.stringify(last)}`, readIt)).value;
}
