import assert from 'node:assert/strict';
import { modelMessages } from '../../../src/extension/panel/model-messages.ts';
import { panelHtml } from '../../../src/extension/panel/panel-html.ts';
import { allocateColumns, buildPanelModel, columnNames, type PanelColumns } from '../../../src/protocol/index.ts';
import { viewOfStacks } from './view-of-stacks.ts';

describe('messages that hand a model over', () => {
  const { analysis } = viewOfStacks(['main:2 > f:5 > g:3', 'main:2 > f:5', 'main:4', '(idle)']);
  const model = buildPanelModel(analysis, 3, (path) => path);

  it('can be put together again from small pieces', () => {
    const [start, ...rest] = modelMessages(model, 16);
    assert.ok(start.type === 'modelStart');
    assert.deepEqual(rest.at(-1), { type: 'modelComplete', model: 3 });
    const columns: PanelColumns = allocateColumns(start.header.lengths);
    const pieces = rest.filter((message) => message.type === 'modelPiece');
    for (const { column, offset, bytes, model: of } of pieces) {
      assert.equal(of, 3);
      assert.ok(bytes.byteLength <= 16);
      new Uint8Array(columns[column].buffer).set(new Uint8Array(bytes), offset);
    }
    for (const name of columnNames) assert.deepEqual([...columns[name]], [...model.columns[name]], name);
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
    language: 'en',
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

  it("carries texts in the user's language as data", () => {
    const texts = { Graph: 'Graphe', Chart: '</script><script>alert(2)' };
    const translated = panelHtml({ ...options, texts });
    const data = /<script type="application\/json" id="heatline-texts">(.*?)<\/script>/.exec(translated)?.[1];
    assert.deepEqual(JSON.parse(data ?? ''), texts);
    assert.equal([...translated.matchAll(/<script/g)].length, 2);
  });
});
