import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { formatHtml } from '../../../src/export/html.ts';
import {
  buildPanelModel,
  decodeStandalone,
  encodeStandalone,
  type StandaloneElement,
} from '../../../src/panel/index.ts';
import { launchBrowser } from '../../support/browser.ts';
import { makeAnalysis } from './analysis-fixture.ts';
import { Bench, buildCommand } from './command.ts';

const hostile = '</script><script>window.owned = 1</script><!-- ]]> \u2028 "><img src=x onerror=window.owned=1>';
const encoder = {
  pack: (bytes: Uint8Array) => deflateRawSync(bytes).toString('base64'),
  encodeText: (text: string) => new TextEncoder().encode(text),
};
const page = (title: string, elements: Iterable<StandaloneElement>, bundleJs: string, bundleCss = ''): string =>
  [
    ...formatHtml({ title, bodyClass: 'heatline-standalone', rootId: 'heatline-root', elements, bundleJs, bundleCss }),
  ].join('');

describe('the flame graph page', function () {
  this.timeout(120_000);

  it('carries the model through its elements, whole and in pieces', async () => {
    const rows = Array.from({ length: 140_000 }, (_, i) => ({
      line: (i % 500) + 1,
      self: i % 7,
      name: i ? `f${i}` : hostile,
    }));
    const model = buildPanelModel(makeAnalysis(rows), 1, (path) => path);
    const elements = [...encodeStandalone(model, encoder)];
    assert.ok(elements.filter((element) => element.data.column === 'tree.selfTime').length > 1, 'more than one piece');
    const asElement = ({ text, data }: StandaloneElement) => ({
      textContent: text,
      getAttribute: (name: string) => data[name.replace('data-', '')] ?? null,
    });
    const document = {
      getElementById: (id: string) => elements.filter((element) => element.id === id).map(asElement)[0] ?? null,
      querySelectorAll: () => elements.filter((element) => element.className !== undefined).map(asElement),
    };
    const decoded = await decodeStandalone(document, {
      inflate: (bytes) => Promise.resolve(new Uint8Array(inflateRawSync(bytes))),
      decodeText: (bytes) => new TextDecoder().decode(bytes),
    });
    assert.deepEqual(decoded, model);
  });

  it('lets no text of the profile become markup, and allows only its own script and style', () => {
    const elements = [{ id: 'x" onclick="y', data: { column: hostile }, text: hostile }];
    const html = page(hostile, elements, `const a = '</script><!--';`, 'a::after { content: "</style>" }');
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

  it('opens in a browser from its file alone, with a stack thousands of frames deep', async () => {
    buildCommand();
    const bench = new Bench();
    const browser = await launchBrowser();
    try {
      bench.write(
        `deep.js`,
        `const o = { ${JSON.stringify(hostile)}(n) { return n > 0 ? this[${JSON.stringify(hostile)}](n - 1) + 1 : burn(); } };
function burn() { const end = Date.now() + 600; let x = 0; while (Date.now() < end) x += Math.sqrt(x); return x; }
o[${JSON.stringify(hostile)}](4000);`,
      );
      const { code, stderr } = await bench.run(['run', '--flamegraph', 'deep.html', 'deep.js']);
      assert.equal(code, 0, stderr);
      const tab = await browser.newPage();
      const noises: string[] = [];
      tab.on('console', (message) => noises.push(message.text()));
      tab.on('pageerror', (error) => noises.push(error.message));
      tab.on('request', (request) => {
        if (!request.url().endsWith('deep.html') && !request.url().startsWith('data:')) noises.push(request.url());
      });
      await tab.goto(pathToFileURL(bench.path('deep.html')).href);
      await tab.getByText('burn').first().waitFor();
      assert.equal(await tab.evaluate('window.owned'), undefined);
      assert.deepEqual(noises, []);
    } finally {
      await browser.close();
      bench.remove();
    }
  });
});
