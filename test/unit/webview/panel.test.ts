import assert from 'node:assert/strict';
import { type Completion, DamagedModelError } from '../../../src/panel/index.ts';
import { createPanel } from '../../../src/webview/panel.ts';
import { syntheticModel } from '../../webview/models.ts';

const broken = (error: Error): Completion =>
  (function* (): Completion {
    yield;
    throw error;
  })();

describe('a recording in the panel', () => {
  const model = () => syntheticModel({ nodes: 100, samples: 200 });

  it('is shown when all of it is there', () => {
    const panel = createPanel();
    panel.showModel(model(), undefined);
    assert.ok(panel.isReady.value && panel.isWhole.value);
  });

  it('whose samples are damaged is told, not shown', () => {
    const panel = createPanel();
    panel.showModel(model(), undefined, broken(new DamagedModelError('a column is damaged')));
    assert.deepEqual(panel.status.value, { kind: 'failed', message: 'a column is damaged' });
    let told = 0;
    panel.whenShown(() => told++);
    assert.equal(told, 1, 'what the host says next is heard');
    panel.showModel(model(), undefined);
    assert.ok(panel.isReady.value);
  });

  it('that cannot be shown for a fault of ours is no damaged one', () => {
    assert.throws(() => createPanel().showModel(model(), undefined, broken(new TypeError('a fault'))), /a fault/);
  });
});
