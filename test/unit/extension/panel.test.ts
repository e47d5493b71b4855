import assert from 'node:assert/strict';
import { modelMessages } from '../../../src/extension/panel/model-messages.ts';
import { panelHtml } from '../../../src/extension/panel/panel-html.ts';
import { buildPanelModel } from '../../../src/panel/index.ts';
import { ModelReceiver } from '../../../src/webview/model-receiver.ts';
import { finish } from '../../support/finish.ts';
import { viewOfStacks } from './view-of-stacks.ts';

type ModelMessage = Parameters<ModelReceiver['receive']>[0];

describe('messages that hand a model over', () => {
  const { analysis } = viewOfStacks(['main:2 > f:5 > g:3', 'main:2 > f:5', 'main:4', '(idle)']);
  const model = buildPanelModel(analysis, 3, (path) => path);

  it('are put together again by the panel, from pieces of any size, of which long ones are packed', () => {
    const long = Int32Array.from({ length: 5000 }, (_, row) => row - 1);
    const columns = { ...model.columns, 'tree.parent': long };
    const header = { ...model.header, lengths: { ...model.header.lengths, 'tree.parent': long.length } };
    for (const limit of [16, 4096, 1 << 20]) {
      const messages = [...modelMessages({ header, columns }, limit)];
      assert.deepEqual(messages.at(-1), { type: 'modelComplete', model: 3 });
      const pieces = messages.filter((message) => message.type === 'modelPiece');
      assert.ok(pieces.every(({ bytes, model: of }) => of === 3 && bytes.byteLength <= limit));
      const parents = pieces.filter(({ column }) => column === 'tree.parent');
      assert.ok(limit === 16 || parents.every(({ bytes, unpackedBytes = 0 }) => bytes.byteLength * 3 < unpackedBytes));
      const receiver = new ModelReceiver();
      const last = messages.map((message) => receiver.receive(message as ModelMessage)).at(-1);
      assert.ok(last?.kind === 'complete', JSON.stringify(last));
      finish(last.completion);
      assert.deepEqual(last.model.columns, columns);
    }
  });

  it('copies, so that the analysis keeps its arrays', () => {
    for (const message of modelMessages(model))
      if (message.type === 'modelPiece') structuredClone(message.bytes, { transfer: [message.bytes] });
    assert.ok(model.columns['tree.function'].length > 0);
  });
});

describe('page of the panel', () => {
  const options = {
    script: 'https://host/webview.js',
    style: 'https://host/webview.css',
    cspSource: 'https://host',
    nonce: 'abc',
    title: '"><script>alert(1)</script>',
  };
  const page = panelHtml(options);

  it('forbids everything but its own script, style, fonts and images', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    assert.match(policy, /^default-src 'none';/);
    assert.match(policy, /script-src 'nonce-abc';/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:(?!\/\/host)/);
  });

  it('escapes what it is given', () => {
    assert.equal([...page.matchAll(/<script/g)].length, 1);
    assert.doesNotMatch(page, /alert\(1\)<\/script>/);
  });
});
