import assert from 'node:assert/strict';
import { Category } from '../../src/core/index.ts';
import type { PanelModel } from '../../src/panel/index.ts';
import { plainSpaces } from '../../src/present/quantities.ts';
import { modelOf, syntheticModel } from './models.ts';
import { usePanel } from './use-panel.ts';
import { wordsOf } from '../support/told.ts';

/** `main` for all of 100 ms: `hot` 60, `warm` 30 (10 of them in a dependency's `helper`), itself 10. */
const stacks = [
  ...Array<string>(60).fill('main:2 > hot:5'),
  ...Array<string>(20).fill('main:3 > warm:7'),
  ...Array<string>(10).fill('main:3 > warm:8 > helper:3'),
  ...Array<string>(10).fill('main:4'),
];

const whole = modelOf(stacks);

const functionNamed = (name: string, { header }: PanelModel = whole): number => header.functionNames.indexOf(name);
const revealOf = (name: string) => ({ type: 'reveal', model: 1, function: functionNamed(name) });

/** The model with further columns, and more in its header. */
function withColumns(model: PanelModel, more: Partial<PanelModel['columns']>, facts: object = {}): PanelModel {
  const columns = { ...model.columns, ...more };
  const lengths = Object.fromEntries(Object.entries(columns).map(([name, { length }]) => [name, length]));
  return { columns, header: { ...model.header, ...facts, lengths: lengths as typeof model.header.lengths } };
}

describe('the flame graph panel', () => {
  const panel = usePanel();

  describe('shows', () => {
    it('a box for each stack, as wide as its time', async () => {
      await panel.open(whole);
      assert.match(
        await panel.hoverBox(1, 0.5),
        /main[\s\S]*Total\s+100.ms\s+100.%\s+100.samples[\s\S]*Self\s+10\.0.ms\s+10\.0.%/,
      );
      assert.match(await panel.hoverBox(2, 0.3), /hot\nhot\.js:1/);
      assert.match(await panel.hoverBox(2, 0.59), /hot\n/);
      assert.match(await panel.hoverBox(2, 0.61), /warm\n/);
      assert.equal(await panel.hoverBox(2, 0.95), '');
    });

    it('callers at a size at which the hottest have a name', async () => {
      await panel.open(modelOf(Array.from({ length: 100 }, (_, i) => `main:2 > f${i}:2`)));
      await panel.chooseView('Callers');
      assert.match(await panel.hoverBox(1, 0.1), /f\d+\n/);
      const first = await panel.hoverBox(1, 0.01);
      assert.equal(await panel.hoverBox(1, 0.24), first, 'a quarter of the width');
      await panel.press('Show everything');
      assert.notEqual(await panel.hoverBox(1, 0.24), first);
    });

    it('stacks over time', async () => {
      await panel.openChart(modelOf(['main:2 > a:2', 'main:2 > b:2', 'main:2 > a:2', '(idle)', 'main:2 > a:2']));
      assert.match(await panel.hoverBox(1, 0.1), /a\n[\s\S]*This call\s+1\.00.ms/);
      assert.match(await panel.hoverBox(1, 0.3), /b\n/);
      assert.match(await panel.hoverBox(1, 0.5), /a\n/);
      assert.match(
        await panel.hoverBox(0, 0.5),
        /main\n[\s\S]*This call\s+3\.00.ms\s+75\.0.%[\s\S]*This stack\s+4\.00.ms\s+100.%/,
      );
      assert.equal(await panel.hoverBox(0, 0.7), '', 'nothing is drawn while idle');
    });

    it('callers below functions by self time', async () => {
      await panel.open(whole);
      await panel.chooseView('Callers');
      assert.match(await panel.hoverBox(1, 0.3), /hot\n/);
      assert.match(await panel.hoverBox(2, 0.3), /main\n[\s\S]*From here\s+60\.0.ms/);
    });

    it('functions in a table that sorts', async () => {
      await panel.open(whole);
      const names = (): Promise<string[]> => panel.cells('name');
      assert.deepEqual(await names(), ['hot', 'warm', 'main', 'helper']);
      await panel.press('Total');
      assert.deepEqual(await names(), ['main', 'hot', 'warm', 'helper']);
      await panel.press('Function');
      assert.deepEqual(await names(), ['helper', 'hot', 'main', 'warm']);
      await panel.press('Function');
      assert.deepEqual(await names(), ['warm', 'main', 'hot', 'helper']);
      const header = panel.page.getByRole('columnheader', { name: 'Function' });
      assert.equal(await header.getAttribute('aria-sort'), 'descending');
    });

    describe('blocked time beside CPU time', () => {
      const use = {
        durations: [60_000, 30_000, 310_000, 50_000],
        cpu: [60_000, 30_000, 10_000, 20_000],
        blocked: [0, 0, 300_000, 30_000],
      };
      const blocked = ['main:2 > hot:5', 'main:3 > warm:7', 'main:4 > internal/run:1', 'main:6 > waits:8'];

      it('of functions and of lines, which sort by it', async () => {
        await panel.open(modelOf(blocked, { ...use, callSites: true }));
        await panel.press('Blocked');
        assert.deepEqual(await panel.cells('name'), ['main', 'internal/run', 'waits', 'hot', 'warm']);
        assert.deepEqual((await panel.cells('blockedTime')).map(plainSpaces), ['300 ms', '300 ms', '30.0 ms', '', '']);
        await panel.page.getByRole('tab', { name: 'Lines' }).click();
        await panel.press('Blocked');
        const lines = await panel.cells('line');
        const times = (await panel.cells('blockedTime')).map(plainSpaces);
        const told = lines.map((line, i) => `${line.replace(/^.*(main|waits|run)/, '$1')} ${times[i]}`);
        assert.deepEqual(told.slice(0, 3).sort(), ['main.js:4 300 ms', 'run:1 300 ms', 'waits.js:8 30.0 ms']);
        const title = await panel.page.getByRole('button', { name: 'Blocked' }).getAttribute('title');
        assert.match(title ?? '', /no part of the other times$/);
      });

      it('not where nothing was blocked, nor below a focus', async () => {
        await panel.open(whole);
        assert.equal(await panel.page.getByRole('columnheader').count(), 4);
        await panel.open(modelOf(blocked, use));
        assert.equal(await panel.page.getByRole('columnheader').count(), 5);
        await panel.page.locator('.cell-name[role=gridcell]', { hasText: 'waits' }).dblclick();
        await panel.settle();
        assert.equal(await panel.page.getByRole('columnheader').count(), 4);
      });

      for (const width of [900, 500, 330])
        it(`in a place of its own, ${width} pixels wide`, async () => {
          await panel.open(modelOf(blocked, { ...use, callSites: true }), { width });
          for (const theme of ['dark', 'light', 'contrast'] as const) {
            await panel.setTheme(theme);
            const boxes = await panel.page.locator('.table-row[id]').first().locator('.cell').all();
            const places = (await Promise.all(boxes.map((cell) => cell.boundingBox()))).flatMap((box) => box ?? []);
            assert.equal(places.length, width < 360 ? 4 : 5);
            places.slice(1).forEach((box, i) => assert.ok(box.x >= places[i].x + places[i].width - 1));
            const cell = panel.page.locator('.cell-blockedTime[role=gridcell]', { hasText: '300' }).first();
            assert.ok(await cell.evaluate((element) => element.scrollWidth <= element.clientWidth), 'it is cut off');
          }
        });
    });

    it('what happens while there is no flame graph, and what to do', async () => {
      await panel.open(undefined);
      assert.match(await panel.page.locator('.status-page').innerText(), /Loading/);
      await panel.post({ type: 'failed', message: 'The recording x.cpuprofile is damaged at byte 17.' });
      await panel.page.getByRole('alert').getByText('damaged at byte 17').waitFor();
      await panel.press('Show log');
      await panel.post({ type: 'empty', message: 'No recording yet.' });
      await panel.page.getByText('No recording yet.').waitFor();
      await panel.press('Profile again');
      assert.deepEqual(wordsOf(await panel.posted(), 'type'), ['ready', 'showLog', 'profileAgain']);
    });

    it('that a recording is empty, or only idle', async () => {
      await panel.open(modelOf([]));
      assert.match(await panel.page.locator('.status-page').innerText(), /Nothing to show/);
      await panel.send(modelOf(['(idle)', '(idle)'], { model: 2 }));
      assert.match(await panel.page.locator('.status-page').innerText(), /no samples/);
    });

    it('names that look like markup as text', async () => {
      const name = '<img src=x onerror="window.hacked=1">';
      const { header, columns } = modelOf(['main:1 > evil:2']);
      const functionNames = header.functionNames.map((old) => (old === 'evil' ? name : old));
      const sourceLabels = header.sourceLabels.map(() => '"><script>window.hacked=1</script>');
      await panel.open({ columns, header: { ...header, title: name, functionNames, sourceLabels } });
      assert.match(await panel.hoverBox(2, 0.5), /<img src=x onerror/);
      await panel.clickBox(2, 0.5);
      assert.match(await panel.details(), /<img src=x.*<script>/);
      const isMarkup = await panel.page.evaluate(() => 'hacked' in window || document.querySelector('img') !== null);
      assert.equal(isMarkup, false);
    });

    it('very long names without leaving the window', async () => {
      const long = 'aVeryLongName'.repeat(300);
      const model = modelOf(['main:1 > long:2']);
      const names = model.header.functionNames.map((old) => (old === 'long' ? long : old));
      await panel.open({ ...model, header: { ...model.header, functionNames: names } }, { width: 300, height: 400 });
      for (const share of [0.02, 0.5, 0.98]) {
        await panel.hoverBox(2, share);
        const box = await panel.page.locator('.tooltip').boundingBox();
        assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 300 && box.y + box.height <= 400);
      }
      const overflow = await panel.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      assert.equal(overflow, false);
    });

    it('a stack of 5,000 frames, scrolled to its end', async () => {
      await panel.open(modelOf([Array.from({ length: 5000 }, (_, i) => `f${i % 50}:${i}`).join(' > ')]));
      await panel.keys('End');
      const { height } = (await panel.page.locator('.flame-canvas').boundingBox()) ?? { height: 0 };
      assert.match(await panel.hoverBox(Math.floor((height - 22) / 18) - 2, 0.5), /f\d+/);
      await panel.chooseView('Chart');
      await panel.keys('End');
      assert.match(await panel.hoverBox(10, 0.5), /f\d+/);
    });

    it('a million samples', async () => {
      await panel.open(syntheticModel({ nodes: 5000, samples: 1_000_000 }));
      assert.match(await panel.details(), /1,000,000 samples/);
      assert.match(await panel.hoverBox(1, 0.2), /Total/);
      await panel.chooseView('Chart');
      assert.match(await panel.hoverBox(0, 0.5), /This call/);
    });

    it('all of a big recording, also while the page is hidden and draws no frames', async () => {
      await panel.open(undefined);
      await panel.page.evaluate(() => (window.requestAnimationFrame = () => 0));
      await panel.stage(syntheticModel({ nodes: 60_000, samples: 1000 }));
      await panel.deliver();
      await panel.page.locator('.flame-canvas[aria-busy=false]').waitFor();
      await panel.page.locator('.table-row[id]').first().waitFor();
    });

    it('the picture before the table', async () => {
      await panel.open(undefined);
      await panel.page.evaluate(() => {
        const times: Record<string, number> = {};
        Object.assign(window, { times });
        new PerformanceObserver((list) => {
          times.picture ??= list.getEntriesByName('heatline-paint')[0]?.startTime;
        }).observe({ entryTypes: ['mark'] });
        new MutationObserver(() => {
          if (document.querySelector('.table-row[id]')) times.table ??= performance.now();
        }).observe(document.body, { childList: true, subtree: true });
      });
      await panel.send(syntheticModel({ nodes: 2000, samples: 5000 }));
      await panel.page.locator('.table-row[id]').first().waitFor();
      const isFirst = await panel.page.waitForFunction(() => {
        const { picture, table } = (window as unknown as { times: { picture?: number; table?: number } }).times;
        return picture !== undefined && table !== undefined && { is: picture < table };
      });
      assert.deepEqual(await isFirst.jsonValue(), { is: true });
    });
  });

  describe('by mouse', () => {
    it('reveals what is clicked and selects it in the table', async () => {
      await panel.open(whole);
      await panel.clickBox(2, 0.7);
      assert.deepEqual(await panel.waitForMessage('reveal'), { ...revealOf('warm'), keepLayout: true });
      assert.match(await panel.page.locator('.table-row.selected').innerText(), /warm/);
      assert.match(await panel.details(), /warm warm\.js:1 total 30\.0 ms, 30\.0 % self 20\.0 ms, 20\.0 %/);
    });

    it('reveals from the table and selects the box', async () => {
      await panel.open(whole);
      await panel.page.locator('.cell-name', { hasText: 'helper' }).click();
      assert.deepEqual(await panel.waitForMessage('reveal'), revealOf('helper'));
      assert.match(await panel.details(), /helper .* total 10\.0 ms/);
    });

    it('lists hot lines with their hottest columns and builtins, and reveals one', async () => {
      const line = whole.columns['lines.function'].indexOf(functionNamed('hot'));
      const more = {
        'spots.lineRow': Int32Array.of(line, line),
        'spots.column': Int32Array.of(17, 4),
        'spots.selfTime': Float64Array.of(20_000, 10_000),
        'builtins.lineRow': Int32Array.of(line),
        'builtins.builtin': Int32Array.of(0),
        'builtins.within': Int32Array.of(-1),
        'builtins.selfTime': Float64Array.of(whole.columns['lines.selfTime'][line] / 4),
      };
      await panel.open(withColumns(whole, more, { builtinNames: ['LoadIC_Megamorphic'] }));
      await panel.page.getByRole('tab', { name: 'Lines' }).click();
      const row = panel.page.locator('.table-row[id]', { hasText: 'hot.js' });
      assert.match(await row.locator('.cell-line').innerText(), /hot\.js:\d+:18$/);
      const title = await row.locator('.cell-line').getAttribute('title');
      assert.match(title ?? '', /column 18: 20\.0.%\ncolumn 5: 10\.0.%/);
      await row.click();
      assert.deepEqual(await panel.waitForMessage('reveal'), { ...revealOf('hot'), line, column: 17 });
      assert.match(await panel.details(), /hot line \d+:18 .*25\.0 % in LoadIC_Megamorphic \(property reads/);
    });

    it('zooms with Ctrl and the wheel at the pointer, and to a frame by double click', async () => {
      await panel.open(whole);
      const { x, y } = await panel.point(2, 0.3);
      await panel.page.mouse.move(x, y);
      await panel.page.keyboard.down('Control');
      for (let i = 0; i < 8; i++) await panel.page.mouse.wheel(0, -120);
      await panel.page.keyboard.up('Control');
      assert.match(await panel.hoverBox(2, 0.95), /hot/);
      await panel.press('Show everything');
      assert.match(await panel.hoverBox(2, 0.7), /warm/);
      await panel.zoomTo(2, 0.7);
      assert.match(await panel.hoverBox(2, 0.02), /warm/);
      assert.match(await panel.hoverBox(2, 0.98), /warm/);
      assert.equal((await panel.posted()).filter(({ type }) => type === 'reveal').length, 1);
    });

    it('drags the picture without revealing', async () => {
      await panel.open(whole);
      await panel.zoomTo(2, 0.7);
      const before = (await panel.posted()).length;
      const from = await panel.point(2, 0.2);
      await panel.page.mouse.move(from.x, from.y);
      await panel.page.mouse.down();
      await panel.page.mouse.move(from.x + 400, from.y, { steps: 5 });
      await panel.page.mouse.up();
      await panel.settle();
      assert.match(await panel.hoverBox(2, 0.2), /hot/);
      assert.equal((await panel.posted()).length, before);
    });

    it('folds dependencies into their callers', async () => {
      const model = modelOf(stacks);
      model.columns['functions.category'][functionNamed('helper', model)] = Category.dependency;
      await panel.open(model);
      assert.match(await panel.hoverBox(3, 0.65), /helper/);
      await panel.press('Own code only');
      assert.equal(await panel.hoverBox(3, 0.65), '');
      assert.match(await panel.hoverBox(2, 0.65), /warm[\s\S]*Self\s+30\.0.ms/);
      assert.deepEqual(await panel.cells('name'), ['hot', 'warm', 'main']);
    });

    it('colours by heat, file and kind', async () => {
      const model = modelOf(stacks);
      model.columns['functions.category'][functionNamed('warm', model)] = Category.dependency;
      await panel.open(model);
      const colours = async (): Promise<string[]> => [
        await panel.colourAt(500, 22 + 2 * 18 + 3),
        await panel.colourAt(1000, 22 + 2 * 18 + 3),
      ];
      assert.deepEqual(await colours(), ['#f7d13d', '#dd513a']);
      await panel.send(modelOf([...stacks, ...Array<string>(900).fill('(idle)')], { model: 2 }));
      assert.deepEqual(await colours(), ['#f7d13d', '#dd513a'], 'idle time is no heat');
      await panel.send({ ...model, header: { ...model.header, model: 3 } });
      await panel.page.getByLabel('Colour by').selectOption('kind');
      await panel.settle();
      assert.deepEqual(await colours(), ['#2f6da8', '#8a6a26']);
      await panel.page.getByLabel('Colour by').selectOption('file');
      await panel.settle();
      const [hot, warm] = await colours();
      assert.notEqual(hot, warm);
    });

    it('colours by tier, and lists tiers, where the recording tells them', async () => {
      const model = modelOf(stacks);
      const own = model.columns['functions.selfTime'];
      const of = (name: string, part: number): Float64Array =>
        own.map((time, fn) => (fn === functionNamed(name, model) ? time * part : 0));
      const more = {
        'code.interpreter': of('warm', 0.7),
        'code.baseline': of('hot', 0.25),
        'code.maglev': of('none', 0),
        'code.turbofan': of('hot', 0.75),
      };
      await panel.open(withColumns(model, more));
      assert.equal(await panel.page.locator('.legend').innerText(), 'self time');
      await panel.page.getByLabel('Colour by').selectOption('tier');
      await panel.settle();
      assert.match(await panel.page.locator('.legend').innerText(), /^Interpreter\s+Baseline\s+Maglev\s+TurboFan$/);
      assert.equal(await panel.colourAt(500, 22 + 2 * 18 + 3), '#2a5d92');
      assert.equal(await panel.colourAt(1000, 22 + 2 * 18 + 3), '#b5522c');
      await panel.press('Tier');
      assert.deepEqual(await panel.cells('name'), ['warm', 'hot', 'main', 'helper']);
      const tiers = (await panel.cells('tier')).map(plainSpaces);
      assert.deepEqual(tiers, ['Interpreter 100 %', 'TurboFan 75.0 %', '', '']);
      await panel.send({ ...model, header: { ...model.header, model: 2 } });
      const choice = panel.page.getByLabel('Colour by');
      assert.deepEqual(await choice.locator('option').allInnerTexts(), ['Heat', 'File', 'Package', 'Kind']);
      assert.equal(await choice.inputValue(), 'heat');
      assert.equal(await panel.page.locator('.cell-tier').count(), 0);
    });
  });

  describe('by keyboard', () => {
    it('moves between frames and reveals', async () => {
      await panel.open(whole);
      await panel.keys('ArrowDown', 'ArrowDown', 'ArrowDown');
      assert.match(await panel.details(), /^hot/);
      await panel.keys('ArrowRight');
      assert.match(await panel.details(), /^warm/);
      await panel.keys('ArrowDown');
      assert.match(await panel.details(), /^helper/);
      await panel.keys('ArrowUp', 'ArrowLeft', 'Enter');
      assert.deepEqual(await panel.waitForMessage('reveal'), revealOf('hot'));
      assert.equal(await panel.page.locator('.details-text').getAttribute('aria-live'), 'polite');
    });

    it('zooms, focuses, and steps back', async () => {
      await panel.open(whole);
      await panel.keys('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'f');
      assert.match(await panel.page.locator('.focus-bar').innerText(), /warm[\s\S]*in this stack[\s\S]*30\.0.%/);
      assert.match(await panel.hoverBox(1, 0.1), /helper[\s\S]*10\.0.ms\s+10\.0.%/);
      await panel.keys('Escape');
      assert.equal(await panel.page.locator('.focus-bar').count(), 0);
      await panel.keys('z');
      assert.match(await panel.hoverBox(2, 0.99), /warm/);
      await panel.keys('0');
      assert.match(await panel.hoverBox(2, 0.1), /hot/);
      await panel.keys('+', '+', '+');
      assert.match(await panel.hoverBox(2, 0.5), /warm/, 'zooms around the selected frame');
      await panel.keys('Shift+F');
      assert.match(await panel.page.locator('.focus-bar').innerText(), /warm[\s\S]*whoever calls it/);
    });

    it('searches, tells the share, and goes to the next match', async () => {
      await panel.open(whole);
      await panel.keys('/');
      await panel.page.keyboard.type('w');
      await panel.settle();
      assert.match(await panel.page.locator('.search-result').innerText(), /1.frame · 30\.0.%/);
      await panel.page.keyboard.press('Enter');
      assert.match(await panel.details(), /^warm/);
      await panel.search('h');
      assert.match(await panel.page.locator('.search-result').innerText(), /2.frames · 70\.0.%/);
      await panel.page.locator('.cell-name[role=gridcell]').nth(1).waitFor();
      assert.deepEqual(await panel.cells('name'), ['hot', 'helper']);
      await panel.keys('n', 'n');
      assert.match(await panel.details(), /^helper/);
      await panel.keys('Escape');
      assert.equal(await panel.page.inputValue('.search-input'), '');
      await panel.search('no such function');
      assert.equal(await panel.page.locator('.search-result').innerText(), 'No match');
    });

    it('lists its keys', async () => {
      await panel.open(whole);
      const help = panel.page.getByText('zoom at the pointer');
      assert.equal(await help.isVisible(), false);
      await panel.keys('Shift+?');
      assert.equal(await help.isVisible(), true);
    });

    it('copies the stack', async () => {
      await panel.open(whole);
      await panel.keys('ArrowDown', 'ArrowDown', 'ArrowDown', 'Control+c');
      const copy = await panel.waitForMessage('copy');
      assert.deepEqual(copy, { type: 'copy', text: 'hot  hot.js:1\nmain  main.js:1' });
    });

    it('moves in the table', async () => {
      await panel.open(whole);
      await panel.page.getByRole('grid').focus();
      await panel.page.keyboard.press('ArrowDown');
      await panel.page.keyboard.press('ArrowDown');
      assert.match(await panel.details(), /^warm/);
      const active = await panel.page.getByRole('grid').getAttribute('aria-activedescendant');
      assert.match(await panel.page.locator(`#${active}`).innerText(), /warm/);
      await panel.page.keyboard.press('End');
      assert.match(await panel.details(), /^helper/);
    });

    it('draws only the rows of the table that are in sight', async () => {
      await panel.open(syntheticModel({ nodes: 40_000, samples: 40_000, functions: 20_000 }));
      await panel.page.getByRole('grid').focus();
      await panel.page.keyboard.press('End');
      await panel.settle();
      const count = Number(await panel.page.getByRole('grid').getAttribute('aria-rowcount'));
      assert.ok(count > 5000, `${count} rows`);
      assert.equal(await panel.page.locator('.table-row.selected').getAttribute('aria-rowindex'), String(count));
      assert.ok((await panel.page.locator('.table-row').count()) < 60);
    });

    it('begins the table at its top again where it has other rows, or another order', async () => {
      await panel.open(syntheticModel({ nodes: 20_000, samples: 50_000, functions: 2000 }));
      const scroller = panel.page.locator('.table-scroller');
      const scrolled = async (): Promise<number> => {
        await scroller.evaluate((element) => element.scrollTo(0, 4000));
        await panel.settle();
        return scroller.evaluate((element) => element.scrollTop);
      };
      assert.equal(await scrolled(), 4000);
      await panel.press('Total');
      assert.equal(await scroller.evaluate((element) => element.scrollTop), 0);
      assert.equal(await scrolled(), 4000);
      await panel.search('1');
      assert.equal(await scroller.evaluate((element) => element.scrollTop), 0);
    });
  });

  describe('keeps', () => {
    it('where the user was, over a reload', async () => {
      await panel.openChart(whole);
      await panel.page.getByLabel('Colour by').selectOption('kind');
      await panel.search('warm');
      await panel.zoomTo(1, 0.7);
      assert.match(await panel.hoverBox(1, 0.02), /warm/);
      await panel.reload();
      await panel.send({ ...whole, header: { ...whole.header, model: 7 } });
      assert.equal(await panel.page.getByRole('radio', { name: 'Chart' }).getAttribute('aria-checked'), 'true');
      assert.equal(await panel.page.getByLabel('Colour by').inputValue(), 'kind');
      assert.equal(await panel.page.inputValue('.search-input'), 'warm');
      assert.match(await panel.hoverBox(1, 0.02), /warm/);
      assert.match(await panel.details(), /^warm/);
    });

    it('only the preferences for another recording', async () => {
      await panel.open(whole);
      await panel.chooseView('Callers');
      await panel.search('warm');
      await panel.reload();
      await panel.send(modelOf(['other:1'], { title: 'second' }));
      assert.equal(await panel.page.getByRole('radio', { name: 'Callers' }).getAttribute('aria-checked'), 'true');
      assert.equal(await panel.page.inputValue('.search-input'), '');
      assert.match(await panel.details(), /second/);
    });
  });

  describe('follows', () => {
    it('the theme', async () => {
      await panel.open(whole, { theme: 'dark' });
      assert.equal(await panel.colourAt(1190, 100), '#1f1f1f');
      await panel.setTheme('light');
      assert.equal(await panel.colourAt(1190, 100), '#ffffff');
      assert.equal(await panel.colourAt(500, 22 + 2 * 18 + 3), '#8a1f1a');
      await panel.setTheme('contrast');
      assert.equal(await panel.colourAt(1190, 100), '#000000');
      assert.equal(await panel.colourAt(0, 22 + 2 * 18 + 9), '#6fc3df', 'boxes have borders');
    });

    it('a link to a function', async () => {
      await panel.open(whole);
      await panel.post({ type: 'select', function: functionNamed('helper') });
      assert.match(await panel.details(), /^helper/);
    });

    it('a link to a function that came with the recording', async () => {
      await panel.open(undefined);
      await panel.stage(whole);
      await panel.deliver();
      await panel.post({ type: 'select', function: functionNamed('helper') });
      await panel.page.locator('.flame-canvas').waitFor();
      await panel.settle();
      assert.match(await panel.details(), /^helper/);
      assert.match(await panel.hoverBox(3, 0.65), /helper/, 'the whole is shown, not a part of it');
    });
  });

  it('stays usable at 300 pixels', async () => {
    await panel.open(whole, { width: 300, height: 500 });
    for (const name of ['Chart', 'Callers', 'Graph']) await panel.page.getByRole('radio', { name }).click();
    for (const part of ['.search-input', '.toggle', '.flame-canvas', '.table-row.table-header', '.details-text']) {
      const box = await panel.page.locator(part).first().boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 300 && box.height > 0, part);
    }
    assert.match(await panel.hoverBox(2, 0.3), /hot/);
  });
});
