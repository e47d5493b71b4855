import assert from 'node:assert/strict';
import { useWindow } from './use-window.ts';

/** What is not marked takes four times the time of what is. */
const MARKED = `function work(ms) {
  const end = process.cpuUsage().user + ms * 1000;
  let sum = 0;
  while (process.cpuUsage().user < end) for (let i = 0; i < 1e5; i++) sum += Math.sqrt(i + sum);
  return sum;
}
function unmarked(ms) {
  const end = process.cpuUsage().user + ms * 1000;
  let sum = 0;
  while (process.cpuUsage().user < end) for (let i = 0; i < 1e5; i++) sum += Math.cbrt(i + sum);
  return sum;
}
unmarked(300);
console.profile('the part');
work(200);
console.profileEnd('the part');
unmarked(500);
`;

describe('What a program marks, in the window', () => {
  const window = useWindow({ files: { 'marked.js': MARKED } });
  const ofMarks = /marked\.js:4 .* · marked time$/;
  const ofWhole = /marked\.js:10 [^·]*·[^·]*$/;
  const all = () => window.row(/^Only .*: show all/);

  it('is what status bar, tree and panel show', async () => {
    await window.profileFile('marked.js');
    await window.runCommand('Heatline: Show Flame Graph');
    await window.untilStatus(ofMarks);
    assert.match(await all().innerText(), /the part/);
    await window.panel.locator('body', { hasText: 'the part' }).waitFor();
  });

  it('is what the gutter and the hover show', async () => {
    await window.tab(/^marked/).click();
    assert.match(await window.hoverOver(window.line('Math.sqrt')), /the part/);
    await window.page.keyboard.press('Escape');
  });

  it('stays so when the window is loaded again, and the whole comes back by a click', async () => {
    await window.reload();
    await window.untilStatus(ofMarks);
    await all().click();
    await window.untilStatus(ofWhole);
  });
});
