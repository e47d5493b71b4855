import assert from 'node:assert/strict';
import { pageMaps } from '../../../../src/recorder/attach/page-maps.ts';
import type { InspectorConnection } from '../../../../src/recorder/inspector/inspector-connection.ts';

const SCRIPT = 'http://localhost:3000/static/app.js?v=1';
const MAP = '{"version":3}';

interface LoadParameters {
  readonly url: string;
  readonly options: { readonly includeCredentials: boolean };
}

/** A browser that has these pieces at every url, and what it was asked to load. */
function fakeBrowser(...pieces: readonly string[]) {
  const loaded: string[] = [];
  const left = [...pieces];
  const answers: Readonly<Record<string, (params: LoadParameters) => object>> = {
    'Page.getFrameTree': () => ({ frameTree: { frame: { id: 'F' } } }),
    'Network.loadNetworkResource': ({ url, options }) => {
      // Redirects are followed, to other origins too.
      assert.equal(options.includeCredentials, false);
      loaded.push(url);
      return { resource: { success: pieces.length > 0, stream: '1' } };
    },
    'IO.read': () => ({ data: left.shift(), base64Encoded: false, eof: left.length === 0 }),
    'IO.close': () => ({}),
  };
  const send = (method: string, params: LoadParameters): Promise<object> => Promise.resolve(answers[method](params));
  return { load: pageMaps({ send } as unknown as InspectorConnection), loaded };
}

describe('the map of a page’s script', () => {
  it('is loaded once, in pieces, from where the script is', async () => {
    const { load, loaded } = fakeBrowser(MAP.slice(0, 5), MAP.slice(5));
    assert.deepEqual(await Promise.all([load(SCRIPT, 'app.js.map'), load(SCRIPT, '/static/app.js.map')]), [MAP, MAP]);
    assert.deepEqual(loaded, ['http://localhost:3000/static/app.js.map']);
  });

  it('is not asked for anywhere else', async () => {
    const { load, loaded } = fakeBrowser(MAP);
    for (const url of [
      'http://localhost:9200/a',
      '//evil/a.map',
      'file:///etc/passwd',
      'webpack://a/b.map',
      'http://%',
    ])
      assert.equal(await load(SCRIPT, url), undefined, url);
    assert.equal(await load('webpack-internal:///./a.js', 'http://localhost:3000/a.map'), undefined);
    assert.deepEqual(loaded, []);
  });

  it('is none where the server has none, or a page in its place, or one that is too large', async () => {
    assert.equal(await fakeBrowser().load(SCRIPT, 'a.map'), undefined);
    assert.equal(await fakeBrowser('<!doctype html>').load(SCRIPT, 'a.map'), undefined);
    const { load } = fakeBrowser(...new Array<string>(100).fill('{'.repeat(2 ** 20)));
    assert.equal(await load(SCRIPT, 'a.map'), undefined);
    assert.equal(await fakeBrowser(`)]}'\n${MAP}`).load(SCRIPT, 'a.map'), `)]}'\n${MAP}`);
  });
});
