import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import {
  assertHottest,
  forgetRecordings,
  inWorkspace,
  listenWhile,
  nextView,
  openFile,
  readReport,
  runCommand,
} from './heatline.ts';

const profile = (name: string): Thenable<unknown> => runCommand('heatline.profileLaunchConfiguration', name);

describe('What is profiled besides files', () => {
  before(forgetRecordings);

  beforeEach(() => mkdir(inWorkspace('report-out'), { recursive: true }));

  afterEach(() => rm(inWorkspace('report-out'), { recursive: true, force: true }));

  it('a configuration of type node, after its task, with arguments, folder, file of variables and flags', async () => {
    const view = await nextView(() => profile('Node with everything'));
    assert.deepEqual(await readReport('node.json'), {
      args: [path.basename(inWorkspace()), 'node.json'],
      cwd: inWorkspace('report-out'),
      value: 'from the task',
      isTTY: false,
      execArgv: ['--stack-trace-limit=7'],
    });
    assert.equal(view.title, 'report.js');
    assertHottest(view, inWorkspace('report.js'), 5);
    await rm(inWorkspace('report-out', 'node.json'));
    await nextView(() => runCommand('heatline.profileAgain'));
    assert.equal((await readReport('node.json')).value, 'from the task', 'again');
  });

  for (const [what, name, report, value, isTTY] of [
    ['a configuration that starts npm, with the program that npm starts', 'Node by npm', 'npm', 'by npm', false],
    ['the same in the terminal', 'Node by npm in the terminal', 'npm', 'in the terminal', true],
    ['a command of a shell', 'A command', 'command', 'of a shell', true],
  ] as const)
    it(what, async () => {
      const view = await nextView(() => profile(name));
      const told = await readReport(`${report}.json`);
      assert.deepEqual([told.value, told.isTTY], [value, isTTY]);
      if (report === 'npm') assert.equal(view.title, 'npm run report');
      else assert.equal(told.cwd, inWorkspace('report-out'));
      const names = view.analysis.threads.map((thread) => thread.name);
      assert.ok(names.includes('report.js'), names.join());
    });

  it('the npm script in which the cursor is, and the same again', async () => {
    const file = inWorkspace('package.json');
    const editor = await openFile(file);
    const at = editor.document.positionAt(editor.document.getText().indexOf('"hot"'));
    editor.selection = new vscode.Selection(at, at);
    const view = await nextView(() => runCommand('heatline.profileNpmScript', vscode.Uri.file(file)));
    assert.equal(view.title, 'npm run hot');
    const again = await nextView(() => runCommand('heatline.profileAgain'));
    assert.equal(again.title, 'npm run hot');
  });

  it('the test at the cursor alone, by its runner', async () => {
    await listenWhile(async (conversations) => {
      const editor = await openFile(inWorkspace('hot.test.js'));
      editor.selection = new vscode.Selection(11, 4, 11, 4);
      const view = await nextView(() => runCommand('heatline.profileTestAtCursor'));
      assertHottest(view, inWorkspace('hot.test.js'), 6);
      assert.deepEqual(await conversations[0].end(), { exitCode: 0 });
      assert.match(conversations[0].output(), /hot\.test\.js runs by node:test, by what hot\.test\.js imports\./);
    });
  });

  it('tests, by an entry above each', async () => {
    const { document } = await openFile(inWorkspace('hot.test.js'));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
      10,
    );
    const own = lenses.filter((lens) => lens.command?.command === 'heatline.internal.profileTest');
    const told = own.map((lens) => `${lens.range.start.line} ${lens.command?.title}`);
    assert.deepEqual(told, ['9 Profile Tests', '10 Profile Test', '13 Profile Test']);
  });
});
