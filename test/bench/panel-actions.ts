// Every user action in the panel, once, with the mouse and the keyboard of a real browser: how long each keeps the page
// busy.
import type { PanelModel } from '../../src/panel/index.ts';
import type { PanelPage } from '../webview/panel-page.ts';
import { show, watchLongTasks, withPanel } from './panel-runs.ts';

type Action = (panel: PanelPage) => Promise<void>;

const actions: Readonly<Record<string, Action>> = {
  'zoom by the wheel': async (panel) => {
    await pointAt(panel, 0.4, 0.4);
    await panel.page.keyboard.down('Control');
    for (let i = 0; i < 40; i++) {
      await panel.page.mouse.wheel(0, i < 20 ? -60 : 60);
      await panel.page.waitForTimeout(16);
    }
    await panel.page.keyboard.up('Control');
  },
  'move over boxes': async (panel) => {
    for (let i = 0; i < 60; i++) await pointAt(panel, 0.2 + i / 100, 0.1 + i / 120);
  },
  'click a box': (panel) => panel.clickBox(6, 0.3),
  'zoom to a box': async (panel) => {
    const { x, y } = await panel.point(12, 0.4);
    await panel.page.mouse.dblclick(x, y);
  },
  'zoom back': press('0'),
  'search: first key': async (panel) => {
    await panel.page.locator('.search-input').click();
    await panel.page.keyboard.type('p');
  },
  'search: more keys': (panel) => panel.page.keyboard.type('rint'),
  'next match': press('Enter'),
  'clear the search': (panel) => panel.page.fill('.search-input', ''),
  'click in the table': (panel) => panel.page.locator('.table-row').nth(3).click(),
  'sort by total': (panel) => panel.page.locator('[role=columnheader]').nth(1).click(),
  'flame chart': (panel) => panel.page.locator('.segments button').nth(1).click(),
  'click in the chart': (panel) => panel.clickBox(6, 0.3),
  callers: (panel) => panel.page.locator('.segments button').nth(2).click(),
  'flame graph': (panel) => panel.page.locator('.segments button').nth(0).click(),
  'own code only': (panel) => panel.page.locator('button.toggle').first().click(),
  'all code': (panel) => panel.page.locator('button.toggle').first().click(),
  focus: async (panel) => {
    await panel.clickBox(8, 0.3);
    await panel.page.keyboard.press('f');
  },
};

/** Milliseconds of the longest task that each action causes until the page is idle again; 0 when none took 50. */
export async function longestTasks(model: PanelModel): Promise<Record<string, number>> {
  return withPanel(async (panel) => {
    await show(panel, model);
    await watchLongTasks(panel);
    const longest: Record<string, number> = {};
    for (const [name, act] of Object.entries(actions)) {
      await panel.page.evaluate(() => ((window as unknown as { long: number[] }).long = []));
      await act(panel);
      await panel.page.waitForTimeout(2500);
      longest[name] = await panel.page.evaluate(() => Math.max(0, ...(window as unknown as { long: number[] }).long));
    }
    return longest;
  });
}

function press(key: string): Action {
  return (panel) => panel.page.keyboard.press(key);
}

async function pointAt(panel: PanelPage, x: number, y: number): Promise<void> {
  const area = await panel.page.locator('.flame-canvas').boundingBox();
  if (!area) throw new Error('there is no picture');
  await panel.page.mouse.move(area.x + area.width * x, area.y + area.height * y);
}
