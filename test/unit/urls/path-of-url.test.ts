import assert from 'node:assert/strict';
import { pathOfUrl, scriptName } from '../../../src/urls/index.ts';

describe('the path of a url', () => {
  const cases: readonly (readonly [url: string, path: string | undefined])[] = [
    ['/home/a b/x.js', '/home/a b/x.js'],
    ['/home/a%20b/c#d?e.js', '/home/a%20b/c#d?e.js'],
    ['file:///home/a%20b/c%23d%3Fe.js', '/home/a b/c#d?e.js'],
    ['file:///home/a b/日本.js', '/home/a b/日本.js'],
    ['file:///home/%E6%97%A5%E6%9C%AC.js?t=17#x', '/home/日本.js'],
    ['/a/.yarn/__virtual__/b-virtual-1f/0/cache/b.zip/node_modules/b/i.js', '/a/.yarn/cache/b.zip/node_modules/b/i.js'],
    ['/a/.yarn/__virtual__/b-virtual-1f/1/packages/b/i.js', '/a/packages/b/i.js'],
    ['/a/$$virtual/b-virtual-1f/0/packages/b/i.js', '/a/packages/b/i.js'],
    ['/a/__virtual__/b.js', '/a/__virtual__/b.js'],
    ['//host/share/x.js', undefined],
    ['file://%zz', undefined],
    ['node:fs', undefined],
    ['https://host/x.js', undefined],
    ['webpack://app/./src/a.ts', undefined],
    ['', undefined],
  ];
  for (const [url, path] of cases)
    it(`is ${path ?? 'none'} for ${url || 'no url'}`, () => {
      assert.equal(pathOfUrl(url), path);
    });

  it('names a script alike however it is spelled, and by its url where it is no file', () => {
    assert.equal(scriptName('file:///a%20b.js'), scriptName('/a b.js'));
    assert.equal(scriptName('node:fs'), 'node:fs');
    assert.equal(scriptName('file:///c%3A/a%20b/c.js'), scriptName(String.raw`c:\a b\c.js`));
  });
});
