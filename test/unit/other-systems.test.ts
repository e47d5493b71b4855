import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { addonIn, type ReadyNote } from '../../src/recording/rendezvous.ts';
import { openAddon, prepareFrameRepair } from '../../src/in-program/frame-repair/frame-repair.ts';
import { deviceOf, muteStderr } from '../../src/in-program/mute-stderr.ts';
import { hasProcessFiles, listNodeProcesses, readProcess } from '../../src/recorder/attach/node-processes.ts';
import { buildLaunchCommand } from '../../src/recorder/launch/launch-command.ts';
import { startGuardian } from '../../src/recorder/program/guardian.ts';
import { noticeRunningOn, ProcessTree } from '../../src/recorder/program/process-tree.ts';
import type { Rendezvous } from '../../src/recorder/program/rendezvous.ts';
import { startOfProcess } from '../../src/recorder/session/record-process.ts';
import type { Recorder } from '../../src/recorder/session/start-thread.ts';
import { startClock } from '../../src/recorder/sampling/thread-clock.ts';
import type { RecordOptions } from '../../src/recorder/index.ts';
import { comparablePath } from '../../src/extension/analysis/analysis-index.ts';
import { asHeatline } from '../../src/extension/debug/node-configurations.ts';
import { othersMayStartCommands } from '../../src/extension/debug/record-program.ts';
import { listByName } from '../../src/source-maps/find/nearby-files.ts';
import { pathOfUrl } from '../../src/urls/index.ts';
import { asPlatform } from '../support/as-platform.ts';
import { canRun } from '../support/it-where.ts';

describe('what macOS and Windows do otherwise', () => {
  for (const platform of ['darwin', 'win32'] as const) {
    it(`nothing is read of /proc, and no addon is loaded (${platform})`, () =>
      asPlatform(platform, () => {
        assert.deepEqual(noticeRunningOn('/tmp/none', undefined), []);
        assert.equal(ProcessTree.watch(process.pid), undefined);
        assert.equal(startClock(process.pid, process.pid, undefined), undefined);
        assert.match(addonIn('/folder'), new RegExp(`^/folder/frame-repair-${platform}-`));
        const opened = openAddon(addonIn('/folder'));
        assert.deepEqual(opened, {});
        const detail = `${platform} on ${process.arch}`;
        assert.deepEqual(prepareFrameRepair(opened).facts(), { state: 'off', reason: 'platform', detail });
      }));
  }

  it('paths have drives, and no upper case (Windows)', () => {
    const file = String.raw`C:\App\main.js`;
    assert.equal(pathOfUrl(file), undefined);
    assert.equal(
      asPlatform('win32', () => pathOfUrl(file)),
      file,
    );
    assert.equal(comparablePath('/App/a.js'), '/App/a.js');
    assert.equal(
      asPlatform('win32', () => comparablePath('/App/a.js')),
      '/app/a.js',
    );
  });

  it('no shell is started', () => {
    for (const platform of ['darwin', 'win32'] as const)
      asPlatform(platform, () => startGuardian('/tmp/none')).watch(process.pid);
    const options = { program: 'x', command: 'npm', args: ['test'], cwd: '/', env: {}, bootloader: '/b.cjs' };
    const launched = { ...options, launch: () => new Promise<never>(() => undefined) };
    const place = { directory: '/tmp/none', value: '1::/tmp/none' } as unknown as Rendezvous;
    const build = (): string => buildLaunchCommand(launched as unknown as RecordOptions, place, []).command;
    assert.equal(build(), 'sh');
    assert.equal(asPlatform('win32', build), 'npm');
  });

  it('a worker or process has no thread of the system that could be asked', () => {
    const note = { pid: 7, argv: ['a.js'], execPath: '/node', anchorUs: 0 } as unknown as ReadyNote;
    const tidOf = (): unknown =>
      startOfProcess({ isLocal: true } as unknown as Recorder, note, { id: 1, kind: 'main' }).tid;
    assert.equal(asPlatform('linux', tidOf), 7);
    assert.equal(asPlatform('darwin', tidOf), undefined);
  });

  it('processes are those that ps tells (macOS), or not known (Windows)', async () => {
    assert.equal(await asPlatform('win32', () => readProcess(process.pid)), undefined);
    assert.deepEqual(await asPlatform('win32', listNodeProcesses), []);
    const asked = await asPlatform('darwin', () => readProcess(process.pid));
    if (canRun('ps')) assert.ok(asked?.command.some((word) => word.includes('node')));
    assert.ok(asPlatform('linux', hasProcessFiles) && !asPlatform('darwin', hasProcessFiles));
  });

  it('a command is started by Heatline itself (Windows)', () => {
    assert.ok(asPlatform('darwin', othersMayStartCommands));
    assert.ok(!asPlatform('win32', othersMayStartCommands));
  });

  it('a command of a terminal has the shell of the system (Windows)', () => {
    const written = { type: 'node-terminal', request: 'launch', name: 'n', command: 'npm test' };
    const shellOf = (): unknown => asHeatline(written).runtimeExecutable;
    assert.deepEqual([asPlatform('darwin', shellOf), asPlatform('win32', shellOf)], ['sh', 'cmd']);
  });

  it('a descriptor has a path of its own', () => {
    const descriptor = openSync(import.meta.filename, 'r');
    const path = (): string => deviceOf(descriptor);
    assert.equal(asPlatform('darwin', path), `/dev/fd/${descriptor}`);
    assert.equal(asPlatform('linux', path), `/proc/self/fd/${descriptor}`);
    closeSync(descriptor);
  });

  it('a folder on another machine is not looked through (Windows)', () => {
    const folder = `/${import.meta.dirname.replaceAll('\\', '/')}`;
    assert.equal(asPlatform('win32', () => listByName(folder)).size, 0);
    if (process.platform !== 'win32') assert.ok(listByName(folder).has('other-systems.test.ts'));
  });

  it('standard error cannot be opened again (Windows)', () =>
    assert.equal(
      asPlatform('win32', () => muteStderr(undefined)),
      undefined,
    ));
});
