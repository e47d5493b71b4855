import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import { inWorkspace, parts, profileFile, runCommand } from './heatline.ts';

describe('Why Is This Slow? runs', () => {
  const { showWarningMessage, showErrorMessage } = vscode.window;
  const { executeTask } = vscode.tasks;
  let view: AnalysisView;
  let asked: string[];
  let refused: string[];
  let ran: vscode.Task[];
  let answer: string | undefined;

  before(async () => {
    view = await profileFile('hot.js');
  });

  beforeEach(() => {
    [asked, refused, ran, answer] = [[], [], [], undefined];
    const ask = (_: string, { detail = '' }: vscode.MessageOptions): Promise<string | undefined> =>
      Promise.resolve((asked.push(detail), answer));
    const refuse = (message: string): Promise<undefined> => Promise.resolve((refused.push(message), undefined));
    // It is not run: that it would be is all that is asked.
    const run = (task: vscode.Task): Promise<never> => Promise.reject(new Error(`runs ${(ran.push(task), task.name)}`));
    Object.assign(vscode.window, { showWarningMessage: ask, showErrorMessage: refuse });
    Object.assign(vscode.tasks, { executeTask: run });
  });

  afterEach(() => {
    Object.assign(vscode.window, { showWarningMessage, showErrorMessage });
    Object.assign(vscode.tasks, { executeTask });
  });

  /** Shows the recording with other facts, as if it stood in a file of this name, and asks why. */
  const why = (
    name = '',
    facts: Partial<AnalysisView['analysis']['facts']> = {},
    more: object = {},
  ): Thenable<unknown> => {
    const analysis = { ...view.analysis, facts: { ...view.analysis.facts, ...facts } };
    const recording = name === '' ? view.recording : vscode.Uri.file(inWorkspace(name));
    parts.store.show(parts.store.createView(analysis, { recording, title: 'shown', writtenAt: undefined, ...more }));
    return runCommand('heatline.why');
  };

  it('what this workspace recorded, unasked', async () => {
    await why();
    assert.deepEqual([asked.length, ran.length], [0, 1]);
  });

  it('the command of a recording from elsewhere only after it was shown whole', async () => {
    const runtimeArgs = ['--require', '/tmp/a b.cjs'];
    await why('elsewhere.cpuprofile', {
      program: '/x/y.js',
      args: ['one\ntwo\u202e'],
      runtimeArgs,
      cwd: inWorkspace(),
    });
    assert.equal(ran.length, 0);
    assert.match(
      asked[0],
      /--runtime-arg --require --runtime-arg "\/tmp\/a b\.cjs" \/x\/y\.js "one\\ntwo\\u\{202e\}"\n/,
    );
    assert.ok(asked[0].endsWith(`Folder: ${inWorkspace()}`), asked[0]);
    answer = 'Run';
    await runCommand('heatline.why');
    assert.equal(ran.length, 1);
  });

  it('no command of a recording from elsewhere in which VS Code would replace a part', async () => {
    answer = 'Run';
    await why('elsewhere.cpuprofile', { program: '/x/y.js', args: ['${command:x}'], cwd: inWorkspace() });
    assert.deepEqual([asked.length, ran.length, refused.length], [0, 0, 1]);
  });

  it('nothing in a folder that is gone', async () => {
    await why('', { cwd: inWorkspace('gone') });
    assert.equal(ran.length, 0);
    assert.match(refused[0], /gone, where the program is run, is no folder/);
  });

  it('nothing for the mean of several runs', async () => {
    const { analysis, recording } = view;
    await why('', {}, { series: { files: [recording, recording], runs: [analysis, analysis] } });
    assert.equal(ran.length, 0);
    assert.match(refused[0], /mean of several runs/);
  });
});
