import assert from 'node:assert/strict';
import { analyze } from '../../src/analysis/analyze.ts';
import { compareRuns } from '../../src/compare/index.ts';
import { describeRow } from '../../src/present/changes.ts';
import type { Analysis } from '../../src/core/index.ts';
import { buildPanelModel, type PanelModel } from '../../src/panel/index.ts';
import { plainSpaces } from '../../src/present/quantities.ts';
import { noTexts } from '../support/changed-runs.ts';
import { withFile } from '../unit/readers/cpuprofile/read-bytes.ts';
import { writePprof } from '../unit/readers/pprof/write-pprof.ts';
import { usePanel } from './use-panel.ts';

/** Bytes and counts by stack, of a server that was recorded for two seconds. */
const types = ['contentions/count', 'alloc_space/bytes'];
const samples = [
  { stack: ['parse /src/a.go:12#10', 'main /src/b.go:20#18'], values: [3, 6_000_000] },
  { stack: ['read /src/a.go:31#30', 'main /src/b.go:21#18'], values: [2, 3_000_000] },
  { stack: ['main /src/b.go:22#18'], values: [1, 1_000_000] },
];
const analysisOf = (value: string, durationNanos = 2e9): Promise<Analysis> =>
  withFile(writePprof(types, samples, { durationNanos }), (file) => analyze(file, { value }));
const modelOf = (analysis: Analysis): PanelModel => buildPanelModel(analysis, 1, ({ path }) => path);

describe('something else than time in the panel', () => {
  const panel = usePanel();
  const all = async (): Promise<string> => {
    const titles = await panel.page
      .locator('[title]')
      .evaluateAll((found) => found.map((one) => one.getAttribute('title')));
    return plainSpaces([await panel.page.locator('body').innerText(), ...titles].join('\n'));
  };

  it('of bytes has its name and unit everywhere', async () => {
    await panel.open(modelOf(await analysisOf('alloc_space')));
    assert.match(plainSpaces(await panel.details()), /10\.0 MB alloc_space\s*in 2\.00 s\s*3 samples/);
    assert.match(await all(), /alloc_space in the function itself/);
    assert.doesNotMatch(await all(), /\btime\b|active| ms\b/i);
    const hovered = plainSpaces(await panel.hoverBox(0, 0.5));
    assert.match(hovered, /^All alloc_space[^]*per cent of 10\.0 MB alloc_space$/);
    assert.match(plainSpaces(await panel.hoverBox(2, 0.3)), /^parse[^]*6\.00 MB/);
    await panel.clickBox(2, 0.3);
    await panel.page.locator('.flame-canvas').press('f');
    await panel.settle();
    assert.match(plainSpaces(await panel.textOf('.focus-bar')), /60\.0 % of alloc_space/);
  });

  it('of bytes, one stack after the other', async () => {
    await panel.openChart(modelOf(await analysisOf('alloc_space')));
    assert.match(plainSpaces(await panel.hoverBox(1, 0.7)), /^read[^]*at 6\.00 MB · per cent of 10\.0 MB alloc_space$/);
    await panel.page.getByRole('tab', { name: 'Lines' }).click();
    assert.match(await all(), /The function that spent the most alloc_space on the line/);
    assert.doesNotMatch(await all(), /\btime\b|active| ms\b/i);
  });

  it('of few counts fills the picture, and tells no duration that is unknown', async () => {
    await panel.open(modelOf(await analysisOf('contentions', 0)));
    assert.match(plainSpaces(await panel.details()), /6 contentions\s*3 samples/);
    assert.match(plainSpaces(await panel.hoverBox(1, 0.99)), /^main[^]*Total\s+6\s+100 %/);
    await panel.clickBox(2, 0.3);
    await panel.page.locator('.flame-canvas').press('z');
    await panel.settle();
    assert.match(plainSpaces(await panel.hoverBox(2, 0.99)), /^parse[^]*Total\s+3\s+50\.0 %/);
  });

  it('of very many counts has room for them in the table', async () => {
    const many = { stack: samples[0].stack, values: [12_345_678_901] };
    const bytes = writePprof(['instructions/count'], [many]);
    await panel.open(modelOf(await withFile(bytes, (file) => analyze(file))));
    const all = '12,345,678,901';
    assert.deepEqual(await panel.page.locator('.cell-ms').allInnerTexts(), [all, all, '0', all]);
    const cells = await panel.page
      .locator('.cell-time')
      .evaluateAll((found) => found.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    assert.deepEqual(cells, [0, 0, 0, 0]);
  });

  it('that changed has its name and unit', async () => {
    const runs = [await analysisOf('alloc_space')];
    const { functions, runs: counts } = compareRuns(runs, runs, { texts: noTexts });
    const text = describeRow({ ...functions[0], verdict: 'slower' }, counts);
    await panel.open(modelOf(runs[0]));
    const change = { function: 1, ratio: 1, verdict: 'slower', text } as const;
    await panel.post({ type: 'changes', changes: { since: 'a.pb.gz', functions: [change] }, open: true });
    await panel.clickBox(1, 0.1);
    assert.match(await all(), /Since a\.pb\.gz: Slower: .* MB → .* MB in each run/);
    assert.doesNotMatch(await all(), /\btime\b|active time| ms\b/i);
  });
});
