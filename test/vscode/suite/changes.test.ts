import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import type { ChangesState } from '../../../src/extension/changes/changes-store.ts';
import {
  forgetRecordings,
  inWorkspace,
  launch,
  listenWhile,
  nextView,
  parts,
  profileFile,
  runCommand,
  waitFor,
} from './heatline.ts';

/** Runs a program of the workspace several times, as *Profile Again ×5* does once it has asked how many. */
function profileTimes(runs: number, name: string): Promise<AnalysisView> {
  return nextView(() => launch({ program: inWorkspace(name), runs }));
}

/** What came of comparing a recording. */
function comparisonOf(view: AnalysisView): Promise<ChangesState> {
  return waitFor('the comparison', () => {
    const { state } = parts.changes;
    return state.kind !== 'nothing' && state.kind !== 'comparing' && state.view === view && state;
  });
}

/** Writes a program whose third run does something else at its end; the file in which it counts its runs. */
async function writeProgram(name: string, atThird: string): Promise<string> {
  const state = inWorkspace(`${name}.txt`);
  await writeFile(
    inWorkspace(`${name}.js`),
    `const fs = require('node:fs');
const runs = fs.existsSync(${JSON.stringify(state)}) ? Number(fs.readFileSync(${JSON.stringify(state)}, 'utf8')) : 0;
fs.writeFileSync(${JSON.stringify(state)}, String(runs + 1));
let sum = 0;
for (let i = 0; i < 3e7; i++) sum += Math.sqrt(i);
if (runs === 2) ${atThird}
console.log(sum);
`,
  );
  return state;
}

describe('A series of runs', () => {
  let view: AnalysisView;

  before(forgetRecordings);

  it('is one recording, which shows the mean with intervals that hold between runs', async () => {
    const before = (await parts.recordings.list()).length;
    await listenWhile(async (conversations) => {
      view = await profileTimes(3, 'hot.js');
      assert.equal(conversations.length, 1);
      await waitFor('the answer', () => conversations[0].output().includes('Mean of 3'));
      assert.match(conversations[0].output(), /Run 1 of 3: .* active\.\n[^]*Run 3 of 3: /);
    });
    assert.equal(view.analysis.quality.runs, 3);
    assert.equal(view.series?.runs.length, 3);
    const list = await parts.recordings.list();
    assert.equal(list.length, before + 1);
    assert.equal(list[0].runs?.length, 3);
    const times = view.series.runs.map(({ quality }) => quality.activeTime);
    const mean = times.reduce((sum, time) => sum + time, 0) / 3;
    assert.ok(Math.abs(view.analysis.quality.activeTime - mean) < 1);
  });

  it('opens again as what it was', async () => {
    const [entry] = await parts.recordings.list();
    await runCommand('heatline.clear');
    const again = await nextView(() => runCommand('heatline.internal.openStoredRecording', entry.id));
    assert.equal(again.analysis.quality.runs, 3);
    assert.deepEqual(again.analysis.lines.shareLow, view.analysis.lines.shareLow);
  });

  it('keeps the runs that are there when a later one fails', async () => {
    const state = await writeProgram('fails-later', "throw new TypeError('the third run fails');");
    await listenWhile(async (conversations) => {
      const failed = await profileTimes(5, 'fails-later.js');
      assert.equal(failed.analysis.quality.runs, 2);
      await conversations[0].end();
      assert.match(conversations[0].output(), /Run 3 of 5 came to another end than those before/);
    });
    const [entry] = await parts.recordings.list();
    assert.equal(entry.runs?.length, 2);
    assert.equal(await readFile(state, 'utf8'), '3');
  });

  it('keeps the runs that are there when it is cancelled, and leaves no other files', async () => {
    const files = async (): Promise<string[]> => {
      const folder = vscode.Uri.joinPath(parts.recordings.uriOf((await parts.recordings.list())[0]), '..');
      const found = await vscode.workspace.fs.readDirectory(folder);
      return found.map(([name]) => name).filter((name) => /\.(v8log|cpuprofile)$/.test(name));
    };
    const before = await files();
    const ofRuns = nextView(() =>
      listenWhile(async (conversations) => {
        await writeProgram('lasts-later', 'for (;;);');
        await launch({ program: inWorkspace('lasts-later.js'), runs: 20 });
        await waitFor('two runs', () => conversations[0]?.output().includes('Run 2 of 20'));
        await waitFor('the third', () => parts.runs.active.length > 0);
        await parts.runs.stopAll();
        await conversations[0].end();
        assert.match(conversations[0].output(), /Run 3 of 20 was stopped: it does not count/);
      }),
    );
    assert.equal((await ofRuns).analysis.quality.runs, 2);
    assert.equal((await files()).length, before.length + 2);
  });

  it('is compared with the series before it, and by choice with any other recording', async () => {
    const compared = await comparisonOf(await profileTimes(2, 'hot.js'));
    assert.ok(compared.kind === 'compared', JSON.stringify(compared));
    const { before, after } = compared.comparison.runs;
    assert.ok(before > 1 && after === 2);
    const [entry, ...others] = await parts.recordings.list();
    const other = others.find(({ title }) => title === 'fails-later.js');
    assert.ok(other);
    await parts.changes.compare(other, entry);
    const refused = parts.changes.state;
    assert.ok(refused.kind === 'refused' && refused.refusal.code === 'other-program');
    await parts.recordings.delete(entry.id);
  });

  it('leaves its place to a comparison that is asked for while it is still being read', async () => {
    await profileTimes(2, 'hot.js');
    await profileFile('hot.js');
    const [single, series] = await parts.recordings.list();
    const open = (): Thenable<unknown> => runCommand('heatline.internal.openStoredRecording', series.id);
    await runCommand('heatline.clear');
    await Promise.all([open(), parts.changes.compare(series, single)]);
    assert.equal(parts.store.current?.recording.fsPath, parts.recordings.uriOf(single).fsPath);
    assert.equal(parts.changes.state.kind, 'compared');
    await Promise.all([parts.changes.compare(series, single), open()]);
    assert.equal(parts.store.current.recording.fsPath, parts.recordings.uriOf(series).fsPath);
    await Promise.all([open(), runCommand('heatline.clear')]);
    assert.equal(parts.store.current, undefined);
    await parts.recordings.delete(single.id);
    await parts.recordings.delete(series.id);
  });

  it('is deleted with all its files', async () => {
    const [entry] = await parts.recordings.list();
    const files = parts.recordings.urisOf(entry);
    assert.equal(files.length, 2);
    await parts.recordings.delete(entry.id);
    assert.equal(files.length, 2);
    assert.ok(!files.some(({ fsPath }) => existsSync(fsPath)));
  });
});
