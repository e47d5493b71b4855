import assert from 'node:assert/strict';
import { compareRuns, isClear } from '../../src/compare/index.ts';
import type { Analysis } from '../../src/core/index.ts';
import { buildPanelModel, type PanelChanges } from '../../src/panel/index.ts';
import { describeRow } from '../../src/present/changes.ts';
import { changedRuns, noTexts } from '../support/changed-runs.ts';
import { usePanel } from './use-panel.ts';

const then = changedRuns([300, 303, 298, 301, 299], { gone: 60 });
const now = changedRuns([150, 152, 149, 151, 148], { added: 60 });

function changesOf(former: readonly Analysis[], later: readonly Analysis[]): PanelChanges {
  const { functions, runs } = compareRuns(former, later, { texts: noTexts });
  const { name } = later[0].functions;
  return {
    since: 'main.js',
    functions: functions
      .filter((row) => isClear(row) && name.includes(row.name))
      .map((row) => ({
        ...{ function: name.indexOf(row.name), ratio: row.ratio, verdict: row.verdict },
        text: describeRow(row, runs),
      })),
  };
}

describe('changes in the panel', () => {
  const panel = usePanel();
  const colours = () => panel.page.getByLabel('Colour by');
  const open = async (changes: PanelChanges): Promise<void> => {
    await panel.open(buildPanelModel(now[0], 1, ({ path: file }) => file.replace('/app/', '')));
    await panel.post({ type: 'changes', changes, open: true });
  };
  /** The colours of the boxes of main's callees, the widest first: rest, slow, deep's caller. */
  const boxColours = () =>
    Promise.all([0.1, 0.7, 0.95].map(async (share) => panel.colourAt(1200 * share, 22 + 2 * 18 + 3)));

  it('are colours of the flame graph, only where they are beyond the noise', async () => {
    await open(changesOf(then, now));
    assert.equal(await colours().inputValue(), 'change');
    const [rest, slow, added] = await boxColours();
    assert.equal(rest, '#3c424d');
    assert.equal(slow, '#2f7fd0');
    assert.equal(added, '#3c424d'); // all of its time is in what it calls
    assert.match(await panel.textOf('.legend'), /▼ faster no clear change ▲ slower/);
    const told = /Since main\.js: Faster: −5\d % \(.*\), 300 ms → 150 ms in each run \(5 against 5 runs/;
    assert.match((await panel.hoverBox(2, 0.7)).replaceAll('\u00a0', ' '), told);
    await panel.clickBox(2, 0.7);
    assert.match(await panel.details(), told);
  });

  it('have no colours for single runs', async () => {
    await open(changesOf(then.slice(0, 1), now.slice(0, 1)));
    assert.deepEqual(new Set(await boxColours()), new Set(['#3c424d']));
  });

  it('are no choice where there is nothing to compare with', async () => {
    await open(changesOf(then, now));
    await panel.post({ type: 'changes' });
    assert.equal(await colours().inputValue(), 'heat');
    assert.equal(await colours().locator('option', { hasText: 'Change' }).count(), 0);
  });
});
