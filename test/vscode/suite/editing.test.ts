import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import type { LineMark } from '../../../src/extension/heat/document-heat.ts';
import { makeScratch, removeScratch } from '../../support/scratch.ts';
import {
  hottestLine,
  hoverText,
  inWorkspace,
  nextView,
  openFile,
  parts,
  profileFile,
  runCommand,
  waitFor,
} from './heatline.ts';

describe('Heat in the editor', () => {
  let view: AnalysisView;
  let hot: number;

  const markOf = async (document: vscode.TextDocument): Promise<LineMark | undefined> => {
    const heat = await parts.documents.heatOf(view, document);
    return heat?.marks.find(({ row }) => row === view.index.hottestLines[0]);
  };

  before(async () => {
    view = await profileFile('hot.js');
    hot = hottestLine(view).line - 1;
  });

  afterEach(async () => {
    await runCommand('workbench.action.files.revert');
    await runCommand('workbench.action.closeAllEditors');
  });

  it('moves with the text', async () => {
    const editor = await openFile(inWorkspace('hot.js'));
    assert.equal((await markOf(editor.document))?.line, hot);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// one\n// two\n'));
    await waitFor('the mark to move', async () => (await markOf(editor.document))?.line === hot + 2);
    await editor.edit((edit) => edit.delete(new vscode.Range(0, 0, 1, 0)));
    await waitFor('the mark to move back', async () => (await markOf(editor.document))?.line === hot + 1);
  });

  // As the editor does by itself when it hears of a change, which a busy machine may keep from it.
  const readAnew = (): Thenable<unknown> => runCommand('workbench.action.files.revert');

  it('stands right again when the editor reads a file anew that was brought back on disk before', async () => {
    const file = inWorkspace('hot.js');
    const text = await readFile(file, 'utf8');
    await writeFile(file, `// one\n// two\n${text}`);
    try {
      const { document } = await openFile(file);
      await readAnew();
      assert.equal(document.lineAt(1).text, '// two');
      assert.equal((await markOf(document))?.line, hot + 2);
      await writeFile(file, text);
      // Looked for before the editor knows of the change, and in the file on disk.
      parts.documents.close(document);
      await markOf(document);
      await readAnew();
      assert.notEqual(document.lineAt(1).text, '// two');
      await waitFor('the mark in its place', async () => (await markOf(document))?.line === hot);
    } finally {
      await writeFile(file, text);
    }
  });

  it('reads no file of the store but kept texts', async () => {
    const kept = view.analysis.sources.find(({ path }) => path === inWorkspace('hot.js'))?.contentHash ?? '';
    await waitFor('the kept text', async () => (await parts.recordings.profiledText(kept)) !== undefined);
    assert.equal(await parts.recordings.profiledText('../recordings.json'), undefined);
  });

  it('goes from hot line to hot line', async () => {
    const editor = await openFile(inWorkspace('hot.js'));
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await runCommand('heatline.nextHotLine');
    const marks = (await parts.documents.heatOf(view, editor.document))?.marks.map(({ line }) => line) ?? [];
    const { line } = vscode.window.activeTextEditor?.selection.active ?? { line: -1 };
    assert.ok(marks.includes(line), `the cursor is in line ${line}, hot are ${marks.join()}`);
  });

  it('has no hover while it is hidden', async () => {
    await openFile(inWorkspace('hot.js'));
    assert.notEqual(await hoverText(inWorkspace('hot.js'), hot), '');
    await runCommand('heatline.hideHeat');
    assert.equal(await hoverText(inWorkspace('hot.js'), hot), '');
    await runCommand('heatline.showHeat');
    assert.notEqual(await hoverText(inWorkspace('hot.js'), hot), '');
  });

  it('stands in a file that is opened through a link', async () => {
    const folder = await makeScratch();
    try {
      const linked = path.join(folder, 'linked');
      await mkdir(path.join(folder, 'real'));
      await copyFile(inWorkspace('hot.js'), path.join(folder, 'real', 'hot.js'));
      await symlink(path.join(folder, 'real'), linked, 'dir');
      const { document } = await openFile(path.join(linked, 'hot.js'));
      const start = (): unknown => runCommand('heatline.profileCurrentFile');
      const shown = await nextView(start);
      assert.equal(hottestLine(shown).file, path.join(linked, 'hot.js'));
      assert.ok((await parts.documents.heatOf(shown, document))?.marks.length);
    } finally {
      parts.store.show(view);
      await removeScratch(folder);
    }
  });

  it('stands in every profiled file that is opened, and in no other', async () => {
    const other = await openFile(inWorkspace('spin.js'));
    assert.equal(await parts.documents.heatOf(view, other.document), undefined);
  });
});
