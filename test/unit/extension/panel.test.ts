import assert from 'node:assert/strict';
import { panelHtml } from '../../../src/extension/panel/panel-html.ts';

describe('page of the panel', () => {
  const options = {
    script: 'https://host/webview.js',
    style: '"><script>alert(1)</script>',
    cspSource: 'https://host',
    nonce: 'abc',
  };
  const page = panelHtml(options);

  it('forbids everything but its own script, style, fonts and images', () => {
    const content = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const policy = content.replaceAll('&#39;', "'");
    assert.match(policy, /^default-src 'none';/);
    assert.match(policy, /script-src 'nonce-abc';/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:(?!\/\/host)/);
  });

  it('escapes what it is given', () => {
    assert.equal([...page.matchAll(/<script/g)].length, 1);
    assert.doesNotMatch(page, /alert\(1\)<\/script>/);
  });
});
