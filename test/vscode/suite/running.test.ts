import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { HeatlineParts } from '../../../src/extension/extension.ts';
import { activateHeatline, assertHottest, inWorkspace, listenWhile, nextView, openFile } from './heatline.ts';

describe('Ways to run a program', () => {
  let parts: HeatlineParts;
  before(async () => {
    parts = await activateHeatline();
  });

  it('profile the test at the cursor alone, by its runner', async () => {
    await listenWhile(async (conversations) => {
      const editor = await openFile(inWorkspace('hot.test.js'));
      editor.selection = new vscode.Selection(11, 4, 11, 4);
      const view = await nextView(parts, () => vscode.commands.executeCommand('heatline.profileTestAtCursor'));
      assertHottest(view, inWorkspace('hot.test.js'), 6);
      assert.deepEqual(await conversations[0].end(), { exitCode: 0 });
      assert.match(conversations[0].output(), /hot\.test\.js runs by node:test, by what hot\.test\.js imports\./);
    });
  });

  it('are offered above each test', async () => {
    const { document } = await openFile(inWorkspace('hot.test.js'));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      10,
    );
    const own = lenses.filter(({ command }) => command?.command === 'heatline.internal.profileTest');
    assert.deepEqual(
      own.map(({ range, command }) => [range.start.line, command?.title]),
      [
        [9, 'Profile Tests'],
        [10, 'Profile Test'],
        [13, 'Profile Test'],
      ],
    );
  });
});
