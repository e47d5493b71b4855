import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { RecordingPart } from '../../src/core/index.ts';
import { modelOfThreads } from './models.ts';
import { usePanel } from './use-panel.ts';

/** A hundred milliseconds: `early` in the first half, then `late`. */
const threads = [
  {
    name: 'main.js',
    stacks: [...Array<string>(50).fill('main:2 > early:4'), ...Array<string>(50).fill('main:2 > late:6')],
  },
];
const second = { from: 50_000, to: 100_000 };

describe('a range of time in the panel', () => {
  const panel = usePanel();
  /** The last part that the host was asked for. */
  const asked = async (): Promise<RecordingPart> => {
    const parts = (await panel.posted()).flatMap((message) => (message.type === 'showPart' ? [message.part] : []));
    return parts.at(-1) ?? assert.fail('nothing was asked for');
  };
  const drag = async (over: Locator, from: number, to: number, y: number): Promise<void> => {
    const box = await over.boundingBox();
    assert.ok(box);
    await panel.page.mouse.move(box.x + from * box.width, box.y + y);
    await panel.page.mouse.down();
    await panel.page.mouse.move(box.x + ((from + to) / 2) * box.width, box.y + y);
    await panel.page.mouse.move(box.x + to * box.width, box.y + y);
    await panel.settle();
  };
  const isNear = ({ range }: RecordingPart, from: number, to: number): void => {
    assert.ok(range && Math.abs(range.from - from) < 200 && Math.abs(range.to - to) < 200, JSON.stringify(range));
  };
  const functions = (): Promise<string[]> => panel.cells('name');

  it('is drawn on the overview in every view, asked for, and shown', async () => {
    await panel.open(modelOfThreads(threads));
    assert.deepEqual(await functions(), ['early', 'late', 'main']);
    assert.match(await panel.page.locator('.overview-whole').innerText(), /^100\sms$/);
    await drag(panel.page.locator('.overview'), 0.5, 0.9, 15);
    assert.match(await panel.page.locator('.overview-label').innerText(), /^50–90\sms$/);
    await panel.page.mouse.up();
    isNear(await asked(), 50_000, 90_000);
    await panel.send(modelOfThreads(threads, { model: 2, range: { from: 50_000, to: 90_000 } }));
    const bar = await panel.textOf('.range-bar');
    assert.match(bar, /^Time\s*50–90 ms\s*of 100 ms; all shares are of the 40\.0 ms active in it\s*Show all$/);
    assert.deepEqual(await functions(), ['late', 'main']);
    assert.match(await panel.hoverBox(2, 0.5), /^late/);
    await panel.chooseView('Chart');
    assert.match(await panel.hoverBox(0, 0.5), /at 50\.0.ms/);
  });

  it('is given back by Escape, a double click, and a button', async () => {
    const ways = [
      () => panel.page.locator('.flame-canvas').press('Escape'),
      () => panel.page.locator('.overview').dblclick(),
      () => panel.press('Show all'),
    ];
    for (const way of ways) {
      await panel.open(modelOfThreads(threads, { range: second }));
      await way();
      assert.deepEqual(await asked(), {});
    }
  });

  it('in which nothing was active says so, and the way back', async () => {
    const idle = [
      { name: 'main.js', stacks: [...Array<string>(50).fill('main:2'), ...Array<string>(50).fill('(idle)')] },
    ];
    await panel.open(modelOfThreads(idle));
    assert.deepEqual(await functions(), ['main']);
    await panel.send(modelOfThreads(idle, { model: 2, range: second }));
    const bar = await panel.textOf('.range-bar');
    assert.match(bar, /^Time\s*50–100 ms\s*of 100 ms; .*0 ms active.*Show all$/);
    assert.deepEqual(await functions(), []);
    assert.match(await panel.page.locator('.flame-note').innerText(), /^Nothing ran on a CPU in this part/);
    await panel.press('Show all');
    assert.deepEqual(await asked(), {});
  });

  it('is what the chart is zoomed to', async () => {
    await panel.open(modelOfThreads(threads, { range: second }));
    await panel.chooseView('Chart');
    const canvas = panel.page.locator('.flame-canvas');
    await canvas.focus();
    await panel.page.keyboard.press('+');
    await panel.settle();
    assert.equal(await panel.page.locator('.overview-seen').count(), 1, 'the overview shows where that is');
    await panel.page.keyboard.press('r');
    const { range } = await asked();
    assert.ok(range && range.to - range.from > 33_000 && range.to - range.from < 34_000, JSON.stringify(range));
  });

  it('is what the program marks, until all of it is asked for', async () => {
    const spans = [
      { name: 'load', from: 10_000, to: 20_000 },
      { name: 'parse', from: 60_000, to: 70_000 },
      { name: 'parse', from: 80_000, to: 90_000 },
    ];
    const shown = spans.map(({ from, to }) => ({ from, to }));
    const barText = (): Promise<string> => panel.textOf('.range-bar');
    await panel.open(modelOfThreads(threads, { marked: { spans, shown } }));
    assert.match(
      await barText(),
      /^Marks\s*30\.0 ms of 100 ms that the program marks \(load, parse ×2\)\s*all shares are of the 30\.0 ms active in it\s*Show all$/,
    );
    assert.equal(await panel.page.locator('.overview-mark').count(), 1);
    assert.equal(await panel.page.locator('.overview-unmarked').count(), 1);
    assert.deepEqual(await functions(), ['late', 'early', 'main']);
    await panel.chooseView('Chart');
    assert.match(await panel.hoverBox(1, 0.05), /^early/);
    assert.equal(await panel.hoverBox(1, 0.4), '', 'nothing between the spans');
    assert.match(await panel.hoverBox(1, 0.95), /^late/);
    await panel.press('Show all');
    assert.deepEqual(await asked(), { marks: 'ignored' });
    await panel.send(modelOfThreads(threads, { model: 2, marks: 'ignored', marked: { spans } }));
    assert.match(await barText(), /^Marks\s*load, parse ×2\s*all of the recording is shown\s*Show marked time only$/);
    assert.equal(await panel.page.locator('.overview-unmarked').count(), 0);
    await panel.press('Show marked time only');
    assert.deepEqual(await asked(), { marks: 'applied' });
  });

  it('leaves search and selection, also over a reload', async () => {
    await panel.open(modelOfThreads(threads));
    await panel.search('late');
    await panel.clickBox(2, 0.8);
    await panel.send(modelOfThreads(threads, { model: 2, range: second }));
    assert.equal(await panel.page.inputValue('.search-input'), 'late');
    assert.match(await panel.details(), /^late/);
    await panel.reload();
    await panel.send(modelOfThreads(threads, { model: 3, range: second }));
    assert.equal(await panel.page.inputValue('.search-input'), 'late');
    assert.match(await panel.details(), /^late/);
  });

  it('cannot be asked of the mean of several runs', async () => {
    const model = modelOfThreads(threads);
    const { timeline: _, ...header } = model.header;
    await panel.open({ ...model, header });
    assert.equal(await panel.page.locator('.overview').count(), 0);
  });
});
