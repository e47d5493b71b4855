import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { decodeModel, encodeModel } from '../../../src/export/html/embedded-model.ts';
import { pack } from '../../../src/export/html/flame-graph-page.ts';
import { formatPage } from '../../../src/export/html/page.ts';
import { buildPanelModel } from '../../../src/panel/index.ts';
import { makeAnalysis } from '../cli/analysis-fixture.ts';

const hostile = '</script><script>window.owned = 1</script><!-- ]]> \u2028 "><img src=x onerror=window.owned=1>';

describe('the exported flame graph page', () => {
  it('carries the model through its elements', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({
      line: (i % 500) + 1,
      self: i % 7,
      name: i ? `f${i}` : hostile,
    }));
    const model = buildPanelModel(makeAnalysis(rows), 1, ({ path }) => path);
    const elements = [...encodeModel(model, pack)];
    const document = {
      querySelectorAll: () => elements.map(({ name, text }) => ({ textContent: text, getAttribute: () => name })),
    };
    const decoded = await decodeModel(
      document,
      (packed) => new Response(inflateRawSync(Buffer.from(packed, 'base64')) as Uint8Array<ArrayBuffer>),
    );
    // The header travels as JSON, in which what is undefined is absent.
    assert.deepEqual(decoded, { ...model, header: JSON.parse(JSON.stringify(model.header)) as unknown });
  });

  it('lets no text of the profile become markup, and allows only its own script and style', () => {
    const elements = [{ name: `x" onclick="y${hostile}`, text: hostile }];
    const html = [
      ...formatPage({
        title: hostile,
        elements,
        script: `const a = '</script><!--';`,
        style: 'a::after { content: "</style>" }',
      }),
    ].join('');
    assert.equal(html.match(/<script/g)?.length, 2);
    assert.equal(html.match(/<\/script/g)?.length, 2);
    assert.equal(html.match(/<\/style/g)?.length, 1);
    assert.doesNotMatch(html, /<img|<!--| onclick="/);
    const script = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    assert.match(policy, /^default-src &#39;none&#39;/);
    assert.ok(policy.includes(`script-src &#39;sha256-${hash}&#39;`), 'the hash is that of the script as written');
    assert.doesNotMatch(policy, /unsafe/);
  });
});
