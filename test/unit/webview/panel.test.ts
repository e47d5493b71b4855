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

describe('a recording in the panel', () => {
  const model = () => syntheticModel({ nodes: 100, samples: 200 });

  it('is shown when all of it is there', async () => {
    const panel = createPanel(host);
    panel.load(model());
    await until('a whole recording', () => panel.recording.isReady.value && panel.shownTree.isWhole.value);
  });
});
