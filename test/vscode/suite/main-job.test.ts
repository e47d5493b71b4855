import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Analysis } from '../../../src/core/index.ts';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import {
  assertHottest,
  hottestLine,
  inWorkspace,
  labelOf,
  listenWhile,
  nextView,
  openFile,
  parts,
  profileFile,
  runCommand,
  waitFor,
} from './heatline.ts';

describe('Profile Current File', () => {
  let view: AnalysisView;

  it('runs a JavaScript file in a debug session and finds its hot line', async () => {
    await listenWhile(async (conversations) => {
      view = await profileFile('hot.js');
      assert.equal(conversations.length, 1);
      assert.equal(conversations[0].session.type, 'heatline');
      // What was recorded is shown before the session ends.
      assert.deepEqual(await conversations[0].end(), { exitCode: 0 });
      assert.match(conversations[0].output(), /sum is finite: true/);
    });
    assertHottest(view, inWorkspace('hot.js'), 4, 5);
  });

  it('kept the raw recording on disk', async () => {
    const entry = await parts.recordings.findFile(view.recording);
    assert.equal(entry?.title, 'hot.js');
    const text = await readFile(view.recording.fsPath, 'utf8');
    if (view.analysis.quality.sampler === 'v8log') {
      assert.match(text, /^v8-version,/);
      assert.match(text, /\nheatline,\{.*\}\n/);
      return;
    }
    const raw = JSON.parse(text) as Record<string, unknown>;
    assert.ok(Array.isArray(raw.nodes) && Array.isArray(raw.samples) && Array.isArray(raw.timeDeltas));
    assert.equal(Object.keys(raw).at(-1), '$heatline');
  });

  it('marks the hot lines of the open file', async () => {
    const { document } = await openFile(inWorkspace('hot.js'));
    const heat = await waitFor('heat', () => parts.documents.known(document));
    assert.notEqual(heat.state, 'differs');
    const marked = heat.marks.map(({ line }) => line);
    assert.ok(marked.includes(4), `marked are the lines ${marked.join()}, 0-based`);
  });

  it('lists the file, its lines and its functions in the tree', async () => {
    const [files, functions] = await parts.tree.getChildren();
    const [file] = await parts.tree.getChildren(files);
    assert.equal(parts.tree.getTreeItem(file).label, 'hot.js');
    const [line] = await parts.tree.getChildren(file);
    assert.match(labelOf(parts.tree.getTreeItem(line)), /\d\s%\s+(sum \+= Math|for \(let i)/);
    const [hottest] = await parts.tree.getChildren(functions);
    assert.match(labelOf(parts.tree.getTreeItem(hottest)), /burn/);
  });

  it('lists threads where there are several, and first of all which part of the recording is shown', async () => {
    const { analysis, recording, title } = view;
    const rowsOf = async (more: Partial<Analysis>, of?: string): Promise<string[]> => {
      const shown = { ...analysis, ...more };
      parts.store.show(parts.store.createView(shown, { recording, title, writtenAt: undefined }));
      const roots = await parts.tree.getChildren();
      const rows = of === undefined ? roots : await parts.tree.getChildren(roots.find((row) => labelOf(row) === of));
      return rows.map(labelOf);
    };
    const [main] = analysis.threads;
    const threads = [main, ...Array.from({ length: 120 }, (_, at) => ({ ...main, id: at + 10 }))];
    assert.deepEqual(await rowsOf({}), ['Lines', 'Functions']);
    assert.deepEqual(await rowsOf({ threads }), ['Lines', 'Functions', 'Threads']);
    const listed = await rowsOf({ threads }, 'Threads');
    assert.deepEqual([listed[0], listed.length, listed.at(-1)], ['All threads', 102, '21 more']);
    assert.match((await rowsOf({ range: { from: 0, to: 5000 } }))[0], /^Only .*: show all$/);
    const marked = { spans: [{ name: 'parse', from: 10, to: 20 }], shown: [{ from: 10, to: 20 }] };
    assert.match((await rowsOf({ range: { from: 0, to: 5000 }, marked }))[1], /^Lines$/);
    assert.match((await rowsOf({ marked }))[0], /^Only the .*: show all$/);
    assert.deepEqual(await rowsOf({ marked: { spans: marked.spans }, marks: 'ignored' }), ['Lines', 'Functions']);
    parts.store.show(view);
  });

  it('shows the part that was asked for last, also by a panel to which the one before has not come', async () => {
    await parts.loader.showPart(view, { range: { from: 0, to: 1000 } });
    assert.deepEqual(parts.store.current?.analysis.range, { from: 0, to: 1000 });
    await parts.loader.showPart(view, {});
    assert.equal(parts.store.current, view);
  });

  it('goes to the line from the tree', async () => {
    await runCommand('workbench.action.closeAllEditors');
    const [files] = await parts.tree.getChildren();
    const [file] = await parts.tree.getChildren(files);
    const [line] = await parts.tree.getChildren(file);
    const { command } = parts.tree.getTreeItem(line);
    assert.ok(command);
    await runCommand(command.command, ...(command.arguments as unknown[]));
    const editor = await waitFor('the editor', () => vscode.window.activeTextEditor);
    assert.equal(editor.document.uri.fsPath, inWorkspace('hot.js'));
    assert.equal(editor.selection.active.line, hottestLine(view).line - 1);
  });

  it('shows TypeScript that a build compiles in its original lines', async () => {
    const typescript = await profileFile('typescript', 'src', 'main.ts');
    assertHottest(typescript, inWorkspace('typescript', 'src', 'grid.ts'), 14, 15, 16);
  });

  it('runs the file whose editor is still opening', async () => {
    await openFile(inWorkspace('notes.txt'));
    let editorBefore: vscode.TextEditor | undefined;
    const atTab = new Promise<void>((resolve, reject) => {
      const listener = vscode.window.tabGroups.onDidChangeTabs(() => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        if (!(input instanceof vscode.TabInputText) || input.uri.fsPath !== inWorkspace('hot.js')) return;
        listener.dispose();
        editorBefore = vscode.window.activeTextEditor;
        runCommand('heatline.profileCurrentFile').then(() => resolve(), reject);
      });
    });
    const opened = await nextView(async () => {
      await runCommand('vscode.open', vscode.Uri.file(inWorkspace('hot.js')));
      await atTab;
    });
    assert.equal(opened.title, 'hot.js');
    assert.notEqual(editorBefore?.document.fileName, inWorkspace('hot.js'), 'the editor was there already');
  });

  it('opens an earlier recording again', async () => {
    const earlier = await parts.recordings.findFile(view.recording);
    assert.ok(earlier);
    await runCommand('heatline.internal.openStoredRecording', earlier.id);
    assert.ok(parts.store.current);
    assert.equal(parts.store.current.title, 'hot.js');
    assert.deepEqual(hottestLine(parts.store.current), hottestLine(view));
  });

  for (const [command, ending] of [
    ['heatline.openRecording', 'cpuprofile'],
    ['heatline.openRecording', 'v8log'],
    ['vscode.open', 'v8log'],
  ]) {
    it(`opens a .${ending} file as a flame graph by ${command}`, async () => {
      const file = vscode.Uri.file(path.join(os.tmpdir(), `heatline-${process.pid}.${ending}`));
      await vscode.workspace.fs.copy(view.recording, file, { overwrite: true });
      await runCommand(command, file);
      const tab = await waitFor('the tab', () =>
        vscode.window.tabGroups.all
          .flatMap((group) => group.tabs)
          .find(
            ({ input, isActive }) =>
              isActive && input instanceof vscode.TabInputCustom && input.viewType === `heatline.${ending}`,
          ),
      );
      await vscode.window.tabGroups.close(tab);
      await vscode.workspace.fs.delete(file);
    });
  }

  it('clears everything', async () => {
    await runCommand('heatline.clear');
    assert.equal(parts.store.current, undefined);
    const children = await parts.tree.getChildren();
    assert.deepEqual(children, []);
  });
});
