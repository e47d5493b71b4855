import assert from 'node:assert/strict';
import { type Completion, DamagedModelError } from '../../../src/panel/index.ts';
import type { Host } from '../../../src/webview/host.ts';
import { createPanel } from '../../../src/webview/panel.ts';
import { until } from '../../support/until.ts';
import { syntheticModel } from '../../webview/models.ts';

const host: Host = {
  hasEditor: false,
  send: () => undefined,
  loadState: () => undefined,
  saveState: () => undefined,
  listen: () => undefined,
};
const broken = (error: Error): Completion =>
  (function* (): Completion {
    yield;
    throw error;
  })();

describe('a recording in the panel', () => {
  const model = () => syntheticModel({ nodes: 100, samples: 200 });

  it('is shown when all of it is there', async () => {
    const panel = createPanel(host);
    panel.load(model());
    await until('a whole recording', () => panel.recording.isReady.value && panel.shownTree.isWhole.value);
  });

  it('whose samples are damaged is told, not shown', async () => {
    const panel = createPanel(host);
    panel.load(model(), broken(new DamagedModelError('a column is damaged')));
    assert.deepEqual(panel.recording.status.value, { kind: 'failed', message: 'a column is damaged' });
    let told = 0;
    panel.recording.whenShown(() => told++);
    assert.equal(told, 1, 'what the host says next is heard');
    panel.load(model());
    await until('the next recording', () => panel.recording.isReady.value);
  });

  it('that cannot be shown for a fault of ours is no damaged one', () => {
    assert.throws(() => createPanel(host).load(model(), broken(new TypeError('a fault'))), /a fault/);
  });
});
