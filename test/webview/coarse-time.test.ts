import assert from 'node:assert/strict';
import type { PanelModel } from '../../src/panel/index.ts';
import { modelOfThreads } from './models.ts';
import { usePanel } from './use-panel.ts';

const main = Array.from({ length: 10 }, () => 'main:2 > a:2');
const work = Array.from({ length: 10 }, () => 'work:2 > b:2');

/** The order of the samples of these threads is known from a time on only, in microseconds. */
function thinned(model: PanelModel, until: Readonly<Record<number, number>>): PanelModel {
  const { header } = model;
  assert.ok(header.timeline);
  const coarse = Object.entries(until).map(([thread, time]) => ({ thread: Number(thread), until: time }));
  const orderFrom = Math.max(...Object.values(until));
  const quality = { ...header.quality, orderFrom, coarsestSpan: 1500 };
  return { ...model, header: { ...header, quality, timeline: { ...header.timeline, coarse } } };
}

describe('time of which the order is not known, in the panel', () => {
  const panel = usePanel();
  /** How many colours there are in a row, right below its text, around a part of the width. */
  const coloursAt = async (row: number, share: number): Promise<number> => {
    const box = await panel.page.locator('.flame-canvas').boundingBox();
    assert.ok(box);
    const point = await panel.point(row, share);
    const [x, y] = [point.x - box.x, point.y - box.y];
    const colours = new Set<string>();
    for (let dx = 0; dx < 24; dx++) colours.add(await panel.colourAt(x + dx, y + 5));
    return colours.size;
  };

  it('is hatched, and told where the pointer is', async () => {
    await panel.openChart(thinned(modelOfThreads([{ name: 'main.js', stacks: main }]), { 1: 4000 }));
    assert.ok((await coloursAt(1, 0.25)) > 1, 'hatched');
    assert.equal(await coloursAt(1, 0.7), 1);
    assert.match(await panel.hoverBox(1, 0.2), /Order known from 4\.00\sms on; .* to within 1\.50\sms/);
    const band = panel.page.locator('.overview-coarse');
    assert.match((await band.getAttribute('title')) ?? '', /^Order: known from 4\.00\sms on/);
    const [part, whole] = [await band.boundingBox(), await panel.page.locator('.overview').boundingBox()];
    assert.ok(part && whole && Math.abs(part.width / whole.width - 0.4) < 0.02);
  });

  it('is hatched in the lane of its thread only', async () => {
    const model = modelOfThreads([
      { name: 'main.js', stacks: main },
      { name: 'worker 1', stacks: work },
    ]);
    await panel.openChart(thinned(model, { 2: 6000 }));
    assert.equal(await coloursAt(2, 0.45), 1);
    assert.doesNotMatch(await panel.hoverBox(2, 0.45), /Order/);
    assert.ok((await coloursAt(5, 0.45)) > 1, 'hatched');
    assert.match(await panel.hoverBox(5, 0.45), /Order known from/);
    assert.equal(await coloursAt(5, 0.8), 1);
  });

  it('is nowhere where the order is known of all', async () => {
    await panel.openChart(modelOfThreads([{ name: 'main.js', stacks: main }]));
    assert.equal(await coloursAt(1, 0.25), 1);
    assert.equal(await panel.page.locator('.overview-coarse').count(), 0);
  });
});
