import assert from 'node:assert/strict';
import { keepPicture } from '../../support/browser.ts';
import { SLOW_RECORDS } from '../../support/slow-records.ts';
import { useWindow } from './use-window.ts';

describe('Why Is This Slow?', () => {
  const window = useWindow({ files: { 'records.js': SLOW_RECORDS } });
  const reason = /value.? of objects that became dictionaries when a property was deleted, records\.js:4/;

  it('runs the recording’s program once more, and tells in Findings what made its line slow', async () => {
    await window.profileFile('records.js', /%/);
    await window.runCommand('Heatline: Why Is This Slow?');
    await window.findings.getByText(reason).waitFor();
    await window.findings.locator('code', { hasText: 'value' }).waitFor();
    await keepPicture(window.page, 'why findings');
  });

  it('tells it in the hover over the line', async () => {
    await window.openFile('records.js');
    const text = await window.hoverOver(window.line('sum += record.value').locator('span', { hasText: 'value' }));
    assert.match(text, reason);
    await keepPicture(window.page, 'why hover');
    await window.page.keyboard.press('Escape');
  });
});
