import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';
import type { deactivate } from '../../../src/extension/extension.ts';
import {
  assertHottest,
  inWorkspace,
  launch,
  listenWhile,
  nextView,
  openFile,
  parts,
  readReport,
  runCommand,
  waitFor,
} from './heatline.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { isAlive } from '../../../src/recording/index.ts';

/** A run that tells hardly anything does not take the place of one that does: waits until this one has computed for long enough. */
async function untilComputed(pid: number): Promise<void> {
  const before = cpuTimeOf(pid);
  await waitFor('half a second of computing', () => cpuTimeOf(pid) > before + 500_000);
}

describe('Debug sessions of type heatline', () => {
  before(() => mkdir(inWorkspace('report-out'), { recursive: true }));

  after(() => rm(inWorkspace('report-out'), { recursive: true, force: true }));

  it('start from launch.json with arguments, folder, environment and runtime arguments', async () => {
    await listenWhile(async (conversations) => {
      const view = await nextView(() => launch('With everything'));
      assert.deepEqual(await readReport('internal.json'), {
        args: ['--flag', 'two words', inWorkspace('report-out', 'internal.json')],
        cwd: inWorkspace('report-out'),
        value: 'from launch.json',
        isTTY: false,
        execArgv: ['--stack-trace-limit=7'],
      });
      assert.equal(view.analysis.quality.requestedInterval, 500);
      assert.deepEqual(await conversations[0].end(), { exitCode: 3 });
      assert.match(conversations[0].output(), /a word to stderr\n/);
      assert.doesNotMatch(conversations[0].output(), /Debugger (listening|attached)/);
    });
  });

  it('run in the integrated terminal', async () => {
    await nextView(() => launch('In the terminal'));
    const report = await readReport('terminal.json');
    assert.equal(report.isTTY, true);
    assert.equal(report.value, 'in the terminal');
    assert.deepEqual(report.execArgv, []);
    assert.ok(vscode.window.terminals.length > 0);
  });

  it('end by Stop while the program spins, and the program is gone', async () => {
    await listenWhile(async (conversations) => {
      const view = await nextView(async () => {
        await launch({ program: inWorkspace('spin.js') });
        const run = await waitFor('the run', () => parts.runs.active.at(0));
        const pid = run.session.pid;
        assert.ok(pid);
        await untilComputed(pid);
        await vscode.debug.stopDebugging(conversations[0].session);
        await waitFor('the end of the process', () => !isAlive(pid));
      });
      assertHottest(view, inWorkspace('spin.js'), 4, 5);
      assert.equal(parts.runs.active.length, 0);
    });
  });

  it('end with the extension, and their recordings are kept', async () => {
    const before = (await parts.recordings.list()).length;
    await launch({ program: inWorkspace('waits.js') });
    const { session } = await waitFor('the run', () => parts.runs.active.at(0));
    const { pid } = session;
    assert.ok(pid);
    await untilComputed(pid);
    const bundle = path.join(vscode.extensions.getExtension('heatline.heatline')?.extensionPath ?? '', 'dist');
    // As loaded by VS Code: the same module, with the programs that run.
    const extension = createRequire(__filename)(path.join(bundle, 'extension.cjs')) as {
      deactivate: typeof deactivate;
    };
    await extension.deactivate();
    assert.equal(isAlive(pid), false);
    assert.equal((await parts.recordings.list()).length, before + 1);
    await waitFor('the end of the session', () => vscode.debug.activeDebugSession === undefined);
  });

  it('start again with the file that was in front, and the settings of now', async () => {
    const again = (): Thenable<unknown> => runCommand('heatline.profileAgain');
    const settings = vscode.workspace.getConfiguration('heatline');
    await openFile(inWorkspace('hot.js'));
    await nextView(() => launch('The file in front'));
    await openFile(inWorkspace('spin.js'));
    await settings.update('samplingInterval', '2ms', vscode.ConfigurationTarget.Global);
    const view = await nextView(again);
    await settings.update('samplingInterval', undefined, vscode.ConfigurationTarget.Global);
    assert.equal(view.title, 'hot.js');
    assert.equal(view.analysis.quality.requestedInterval, 2000);
  });

  it('start again with what launch.json says now', async () => {
    const file = inWorkspace('.vscode', 'launch.json');
    const written = await readFile(file, 'utf8');
    await nextView(() => launch('With everything'));
    await writeFile(file, written.replace('500us', '700us'));
    try {
      await waitFor('the new launch.json', () =>
        JSON.stringify(
          vscode.workspace.getConfiguration('launch', vscode.workspace.workspaceFolders?.[0]).get('configurations'),
        ).includes('700us'),
      );
      const view = await nextView(() => runCommand('heatline.profileAgain'));
      assert.equal(view.analysis.quality.requestedInterval, 700);
      assert.equal((await readReport('internal.json')).value, 'from launch.json');
    } finally {
      await writeFile(file, written);
    }
  });

  it('leave what is shown where the file has a syntax error', async () => {
    const shown = await nextView(() => launch({ program: inWorkspace('hot.js') }));
    await listenWhile(async (conversations) => {
      await launch({ program: inWorkspace('broken.js') });
      assert.deepEqual(await (await waitFor('a session', () => conversations.at(0))).end(), { exitCode: 1 });
      assert.match(conversations[0].output(), /broken\.js[^]*SyntaxError/);
      await waitFor('the recording', async () => (await parts.recordings.list())[0].title === 'broken.js');
      await waitFor('the end of the session', () => vscode.debug.activeDebugSession === undefined);
      assert.equal(parts.store.current, shown);
    });
  });

  // The adapter's own tests try the others.
  it('say in one sentence what is wrong with a flag that Node does not know, in a terminal', async () => {
    await listenWhile(async (conversations) => {
      const program = '${workspaceFolder}/hot.js';
      void launch({ program, console: 'integratedTerminal', runtimeArgs: ['--no-such-flag'] });
      const refusal = await waitFor('the refusal', () => conversations.at(0)?.refusal('launch'));
      assert.match(
        refusal,
        /^.*ended with code 9 before Heatline could attach; check --runtime-arg \(in VS Code: runtimeArgs\).*\s*$/,
      );
      assert.equal(parts.runs.active.length, 0);
    });
  });
});
