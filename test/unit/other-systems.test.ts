import assert from 'node:assert/strict';
import { addonIn } from '../../src/recording/rendezvous.ts';
import { openAddon, prepareFrameRepair } from '../../src/in-program/frame-repair/frame-repair.ts';
import { muteStderr } from '../../src/in-program/mute-stderr.ts';
import { buildLaunchCommand } from '../../src/recorder/launch/launch-command.ts';
import { startGuardian } from '../../src/recorder/program/guardian.ts';
import { ProcessTree } from '../../src/recorder/program/process-tree.ts';
import type { Rendezvous } from '../../src/recorder/program/rendezvous.ts';
import { noticeRunningOn } from '../../src/recorder/program/still-running.ts';
import { ThreadClock } from '../../src/recorder/sampling/thread-clock.ts';
import type { RecordOptions } from '../../src/recorder/index.ts';
import { comparablePath } from '../../src/extension/analysis/analysis-index.ts';
import { pathOfUrl } from '../../src/urls/index.ts';
import { asPlatform } from '../support/as-platform.ts';

describe('what macOS and Windows do otherwise', () => {
  for (const platform of ['darwin', 'win32'] as const) {
    it(`nothing is read of /proc, and no addon is loaded (${platform})`, () =>
      asPlatform(platform, () => {
        assert.deepEqual(noticeRunningOn('/tmp/none', undefined), []);
        assert.equal(ProcessTree.watch(process.pid), undefined);
        assert.equal(ThreadClock.start(process.pid, process.pid, undefined), undefined);
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

  it('no shell is started (Windows)', () => {
    asPlatform('win32', () => startGuardian('/tmp/none')).watch(process.pid);
    const options = { program: 'x', command: 'npm', args: ['test'], cwd: '/', env: {}, bootloader: '/b.cjs' };
    const launched = { ...options, launch: () => new Promise<never>(() => undefined) };
    const place = { directory: '/tmp/none', value: '1::/tmp/none' } as unknown as Rendezvous;
    const build = (): string => buildLaunchCommand(launched as unknown as RecordOptions, place, []).command;
    assert.equal(build(), 'sh');
    assert.equal(asPlatform('win32', build), 'npm');
  });

  it('standard error cannot be opened again (Windows)', () =>
    assert.equal(
      asPlatform('win32', () => muteStderr(undefined)),
      undefined,
    ));
});
