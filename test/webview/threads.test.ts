import assert from 'node:assert/strict';
import { modelOfThreads } from './models.ts';
import { usePanel } from './use-panel.ts';

/** `main.js` for 4 ms, `worker 1` from 2 to 4 ms. */
const threads = [
  { name: 'main.js', stacks: ['main:2 > a:2', 'main:2 > a:2', '(idle)', 'main:2'] },
  { name: 'worker 1', stacks: ['work:2 > b:2', 'work:2 > b:2'], offset: 2000 },
];

describe('threads in the panel', () => {
  const panel = usePanel();
  /** The letter of what stands at each quarter of a row. */
  const quarters = async (row: number): Promise<string[]> => {
    const names: string[] = [];
    for (const share of [0.12, 0.37, 0.62, 0.87]) names.push((await panel.hoverBox(row, share)).split('\n')[0]);
    return names.map((name) => name.replace(/\s·[\s\S]*/, ''));
  };

  it('stand below each other on one axis', async () => {
    await panel.openChart(modelOfThreads(threads));
    assert.deepEqual(await quarters(0), ['main.js', 'main.js', '', 'main.js']);
    assert.deepEqual(await quarters(1), ['main', 'main', '', 'main']);
    assert.deepEqual(await quarters(2), ['a', 'a', '', '']);
    assert.deepEqual(await quarters(3), ['', '', 'worker 1', 'worker 1']);
    assert.deepEqual(await quarters(5), ['', '', 'b', 'b']);
  });

  it('open and close by a click on their name, and stay so over a reload', async () => {
    await panel.openChart(modelOfThreads(threads));
    await panel.clickBox(0, 0.12);
    assert.deepEqual(await quarters(1), ['', '', 'worker 1', 'worker 1']);
    await panel.reload();
    await panel.send({ ...modelOfThreads(threads, { model: 2 }) });
    assert.deepEqual(await quarters(1), ['', '', 'worker 1', 'worker 1']);
    await panel.clickBox(0, 0.62); // no box there: the whole row is the name's
    assert.deepEqual(await quarters(1), ['main', 'main', '', 'main']);
  });

  it('are gone through by keys, told in words, opened and closed', async () => {
    await panel.openChart(modelOfThreads(threads));
    await panel.keys('ArrowDown', 'ArrowDown', 'ArrowDown');
    assert.match(await panel.details(), /^a /);
    await panel.page.keyboard.press('ArrowDown');
    assert.match(await panel.details(), /^worker 1 2\.00 ms active, 40\.0 % of all threads 2 samples open/);
    await panel.page.keyboard.press(' ');
    assert.match(await panel.details(), /^worker 1 .* closed/);
    await panel.page.keyboard.press('ArrowUp');
    assert.match(await panel.details(), /^main\.js 3\.00 ms active, 60\.0 % of all threads/);
    await panel.page.keyboard.press('Shift+ ');
    await panel.settle();
    assert.deepEqual(await quarters(1), ['', '', 'worker 1', 'worker 1'], 'all are closed');
  });

  it('are chosen in the toolbar: the host is asked, and its answer is shown', async () => {
    await panel.openChart(modelOfThreads(threads));
    const choice = panel.page.getByLabel('Thread');
    assert.deepEqual(
      (await choice.locator('option').allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' ')),
      ['All 2 threads', 'main.js · 3.00 ms', 'worker 1 · 2.00 ms'],
    );
    await choice.selectOption('2');
    assert.deepEqual((await panel.posted()).at(-1), { type: 'showPart', model: 1, part: { thread: 2 } });
    assert.equal(await choice.getAttribute('aria-busy'), 'true');
    await choice.selectOption('');
    assert.deepEqual((await panel.posted()).at(-1), { type: 'showPart', model: 1, part: {} });
    assert.equal(await choice.getAttribute('aria-busy'), 'false', 'what is shown was asked for again');
    await choice.selectOption('2');
    await panel.send(modelOfThreads(threads, { model: 2, thread: 2 }));
    assert.equal(await choice.inputValue(), '2');
    assert.equal(await choice.getAttribute('aria-busy'), 'false');
    assert.deepEqual(await quarters(1), ['b', 'b', 'b', 'b']);
    await choice.selectOption('');
    assert.deepEqual((await panel.posted()).at(-1), { type: 'showPart', model: 2, part: {} });
    await panel.post({ type: 'requestFailed', message: 'Reading was cancelled.' });
    await panel.page.getByText('Reading was cancelled.').waitFor();
    assert.equal(await choice.inputValue(), '2', 'what is shown');
  });

  it('are 64 of which only the headings fit', async () => {
    const many = Array.from({ length: 64 }, (_, i) => ({
      name: `worker ${i}`,
      stacks: Array.from({ length: 100 }, (__, k) =>
        Array.from({ length: 15 }, (___, d) => `f${d}-${k % 3}:2`).join(' > '),
      ),
    }));
    await panel.openChart(modelOfThreads(many), { height: 900 });
    assert.match(await panel.hoverBox(0, 0.5), /^worker 0/);
    assert.match(await panel.hoverBox(16, 0.5), /^worker 1/);
    await panel.keys('End');
    const area = await panel.page.locator('.flame-canvas').boundingBox();
    assert.ok(area);
    await panel.page.mouse.move(area.x + area.width / 2, area.y + area.height - 20);
    await panel.settle();
    assert.match(await panel.page.locator('.tooltip').innerText(), /^worker 63/);
  });
});
