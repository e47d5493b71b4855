import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { useWindow } from './use-window.ts';
import { eventually, openFile, runCommand } from './window.ts';

/** The cursor is at the beginning of a file that was just opened. */
const PROGRAM = `function parse(text) { return text.split(',').map(Number); }
let sum = 0;
for (let i = 0; i < 100; i++) sum += parse('1,2,3').length;
console.log(sum, 'numbers');
`;

describe('Time Calls of This Function', () => {
  const window = useWindow({ files: { 'numbers.js': PROGRAM } });

  it('runs the program in a terminal with the function at the cursor timed, and keeps what was measured', async () => {
    const { page, workspace } = window;
    await openFile(page, 'numbers.js');
    await runCommand(page, 'Heatline: Time Calls of This Function');
    const folder = path.join(workspace, '.heatline');
    const kept = await eventually(
      async () => (await readdir(folder).catch(() => [])).filter((name) => /^numbers.*\.calls\.json$/.test(name)),
      (names) => names.length > 0,
    );
    const { timedCalls } = JSON.parse(await readFile(path.join(folder, kept[0]), 'utf8')) as {
      timedCalls: { threads: { functions: { name: string; line: number; count: number }[] }[] };
    };
    const [{ functions }] = timedCalls.threads;
    assert.deepEqual(
      functions.map(({ name, line, count }) => [name, line, count]),
      [['parse', 1, 100]],
    );
    await page.locator('.terminal-wrapper.active').waitFor();
  });
});
