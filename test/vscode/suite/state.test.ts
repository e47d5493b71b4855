import assert from 'node:assert/strict';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AnalysisLoader } from '../../../src/extension/analysis/analysis-loader.ts';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import type { DecorationTypes } from '../../../src/extension/heat/decoration-types.ts';
import { HeatPainter } from '../../../src/extension/heat/heat-painter.ts';
import { PanelHost } from '../../../src/extension/panel/panel-host.ts';
import { LastShown } from '../../../src/extension/recordings/last-shown.ts';
import { isKept } from '../../../src/extension/recordings/recording-list.ts';
import { RecordingStore } from '../../../src/extension/recordings/recording-store.ts';
import { readHeatSettings } from '../../../src/extension/settings.ts';
import type { RecordingPart } from '../../../src/core/index.ts';
import type { HostMessage, PanelMessage } from '../../../src/panel/index.ts';
import { makeScratch, removeScratch } from '../../support/scratch.ts';
import { inWorkspace, openFile, parts, profileFile, runCommand, waitFor } from './heatline.ts';
import { wordsOf } from '../../support/told.ts';

describe('What the extension keeps', () => {
  let view: AnalysisView;

  /** The same analysis as another recording. */
  const copyOf = ({ analysis, recording }: AnalysisView, title: string): AnalysisView =>
    parts.store.createView(analysis, { recording, title, writtenAt: undefined });

  before(async () => {
    view = await profileFile('hot.js');
  });

  afterEach(async () => {
    parts.store.show(view);
    await runCommand('workbench.action.closeAllEditors');
  });

  describe('of recordings', () => {
    let folder: string;

    beforeEach(async () => {
      folder = await makeScratch();
    });

    afterEach(() => removeScratch(folder));

    const open = (): RecordingStore => new RecordingStore(vscode.Uri.file(folder));
    const add = async (store: RecordingStore, name: string, keep = 20): Promise<void> => {
      const file = await store.newPath(`${name}.js`);
      await writeFile(file, name);
      const { id } = await store.add(file, `/${name}.js`, name, keep);
      await store.setResult(id, { activeTime: 1_000_000, isSlight: false }, keep);
    };
    const titles = async (): Promise<string[]> => (await open().list()).map(({ title }) => title).sort();

    it('are all in the index, also those that end at once', async () => {
      const store = open();
      await Promise.all([add(store, 'a'), add(store, 'b'), add(store, 'c')]);
      assert.deepEqual(await titles(), ['a', 'b', 'c']);
    });

    it('are those of every window that has this store', async () => {
      const [one, other] = [open(), open()];
      await Promise.all([one.list(), other.list()]);
      await add(one, 'a');
      await add(other, 'b');
      await one.rename((await one.list())[0].id, 'renamed');
      assert.deepEqual(await titles(), ['b', 'renamed']);
      const named = (await open().list()).filter(isKept);
      assert.deepEqual(wordsOf(named, 'title'), ['renamed']);
    });

    it('leave no file behind when they make room', async () => {
      const store = open();
      for (const name of ['a', 'b', 'c']) await add(store, name, 2);
      assert.deepEqual(await titles(), ['b', 'c']);
      const files = await readdir(path.join(folder, 'recordings'));
      assert.equal(files.filter((name) => name.endsWith('.cpuprofile')).length, 2);
    });

    it('come back when the index could not be read once', async () => {
      await add(open(), 'a');
      const [index, away] = ['recordings.json', 'away.json'].map((name) => path.join(folder, 'recordings', name));
      const store = open();
      await rename(index, away);
      await vscode.workspace.fs.createDirectory(vscode.Uri.file(index)); // to read a folder fails
      await assert.rejects(store.list());
      await rm(index, { recursive: true });
      await rename(away, index);
      assert.equal((await store.list()).length, 1);
    });
  });

  describe('of what was shown last', () => {
    const memoryOf = (file: string): vscode.Memento => ({
      keys: () => ['heatline.lastShown'],
      get: <T>(key: string) => (key === 'heatline.lastShown' ? file : undefined) as T,
      update: () => Promise.resolve(),
    });

    it('a recording that cannot be read is told once, and stands in nobody’s way', async () => {
      const failing = { load: () => Promise.reject(new Error('damaged')) } as unknown as AnalysisLoader;
      parts.store.show(undefined);
      const last = new LastShown(memoryOf(view.recording.fsPath), parts.recordings, failing, parts.store);
      await Promise.all([assert.rejects(last.restore(), /damaged/), assert.rejects(last.restore(), /damaged/)]);
      await last.restore();
    });

    it('is shown whole where its file was replaced by one without the labels that were chosen', async () => {
      const { fsPath: file } = view.recording;
      const labels = [{ key: 'endpoint', value: '/cart' }];
      const get = <T>(key: string): T => (key === 'heatline.lastShown' ? file : { labels }) as T;
      const load = (_: unknown, part: RecordingPart): Promise<AnalysisView> =>
        part.labels ? Promise.reject(new Error('no labels')) : Promise.resolve(view);
      const loader = { load } as unknown as AnalysisLoader;
      const last = new LastShown({ ...memoryOf(file), get }, parts.recordings, loader, parts.store);
      assert.equal(await last.load(view.recording, {}), view);
    });

    it('comes back also when its file is none of the workspace’s recordings', async () => {
      const file = path.join(os.tmpdir(), `heatline-state-${process.pid}.cpuprofile`);
      await vscode.workspace.fs.copy(view.recording, vscode.Uri.file(file), { overwrite: true });
      try {
        parts.store.show(undefined);
        const last = new LastShown(memoryOf(file), parts.recordings, parts.loader, parts.store);
        await last.restore();
        assert.equal(parts.store.current?.recording.fsPath, file);
      } finally {
        await rm(file, { force: true });
      }
    });
  });

  describe('of heat', () => {
    it('stays while another recording is asked about the same file', async () => {
      const { document } = await openFile(inWorkspace('hot.js'));
      const older = copyOf(view, 'older');
      assert.ok(await parts.documents.heatOf(view, document));
      assert.ok((await parts.documents.heatOf(older, document))?.marks.length);
      const known = parts.documents.known(document);
      assert.ok(known?.marks.length);
      assert.equal(await parts.documents.heatOf(view, document), known);
    });

    it('is not drawn any more when it was hidden while a file was read', async () => {
      const editor = await openFile(inWorkspace('hot.js'));
      const drawn: number[] = [];
      const types = {
        apply: (_: unknown, { lines }: { lines: readonly (readonly unknown[])[] }) => drawn.push(lines.flat().length),
      } as unknown as DecorationTypes;
      const painter = new HeatPainter(parts.store, parts.documents, parts.changes);
      await painter.paint(editor, types, readHeatSettings(), true);
      assert.ok((drawn.at(-1) ?? 0) > 0);
      const first = painter.paint(editor, types, readHeatSettings(), true);
      await painter.paint(editor, types, readHeatSettings(), false);
      await first;
      assert.equal(drawn.at(-1), 0);
    });

    it('leads to a function also below lines that were inserted', async () => {
      const editor = await openFile(inWorkspace('hot.js'));
      const { functions, sources } = view.analysis;
      const main = functions.name.findIndex(
        (name, row) => name === 'main' && sources[functions.source[row]].path === inWorkspace('hot.js'),
      );
      const line = functions.line[main] - 1;
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// one\n// two\n'));
      await parts.revealer.function(view, main);
      assert.equal(vscode.window.activeTextEditor?.selection.active.line, line + 2);
      await runCommand('workbench.action.files.revert');
    });

    it('leads to the text that was profiled where its file is gone', async () => {
      const file = inWorkspace('hot.js');
      const { text } = await vscode.workspace.openTextDocument(file).then((document) => ({ text: document.getText() }));
      const hash = view.analysis.sources.find(({ path: name }) => name === file)?.contentHash ?? '';
      await waitFor('the kept text', () => parts.recordings.profiledText(hash));
      await rename(file, `${file}.away`);
      try {
        const [row] = view.index.hottestLines;
        await parts.revealer.line(view, row);
        const { document, selection } = vscode.window.activeTextEditor ?? {};
        assert.equal(document?.uri.scheme, 'heatline-source');
        assert.equal(document.getText(), text);
        assert.equal(selection?.active.line, view.analysis.lines.line[row] - 1);
      } finally {
        await rename(`${file}.away`, file);
      }
    });
  });

  it('of a flame graph: a click in the old picture is of the old recording until the new one is there', async () => {
    const receiver = new vscode.EventEmitter<PanelMessage>();
    const sent: HostMessage[] = [];
    let letThrough: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    const postMessage = async (message: HostMessage): Promise<boolean> => {
      sent.push(message);
      if (message.type === 'modelPiece' && message.model === 2) await gate;
      return true;
    };
    const webview = {
      ...{ onDidReceiveMessage: receiver.event, postMessage, asWebviewUri: (uri: vscode.Uri) => uri },
      ...{ cspSource: 'none', options: {}, html: '' },
    } as unknown as vscode.Webview;
    const revealed: string[] = [];
    const revealer = {
      function: ({ title }: AnalysisView) => Promise.resolve(void revealed.push(title)),
      line: () => Promise.resolve(),
    };
    const host = new PanelHost(webview, vscode.Uri.file('/nowhere'), { ...parts, revealer });
    const click = (model: number): void => receiver.fire({ type: 'reveal', model, function: 0 });
    const complete = (model: number): Promise<boolean> =>
      waitFor(`model ${model}`, () => sent.some((one) => one.type === 'modelComplete' && one.model === model));
    receiver.fire({ type: 'ready' });
    host.show({ kind: 'view', view: copyOf(view, 'old') });
    await waitFor('the old one to be there', () => host.modelsSent === 1);
    host.show({ kind: 'view', view: copyOf(view, 'new') });
    click(1);
    click(2);
    letThrough();
    await complete(2);
    await waitFor('both to be revealed', () => revealed.length === 2);
    assert.deepEqual(revealed, ['old', 'new']);
    await waitFor('the old one to be let go', () => host.modelsSent === 2);
    click(1);
    const refusal = await waitFor('a refusal', () => sent.find((one) => one.type === 'requestFailed'));
    assert.equal(refusal.message, 'That recording is no longer shown.');
    host.dispose();
  });
});
