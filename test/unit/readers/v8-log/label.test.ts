import assert from 'node:assert/strict';
import { parseLabel } from '../../../../src/readers/v8-log/label.ts';

describe('what V8 calls a function in its log', () => {
  it('is taken apart into name, url and place', () => {
    assert.deepEqual(parseLabel('hot file:///a b.js:12:3'), {
      name: 'hot',
      url: 'file:///a b.js',
      line: 12,
      column: 2,
    });
    assert.deepEqual(parseLabel('get a /b.js:1:1', '/b.js'), { name: 'get a', url: '/b.js', line: 1, column: 0 });
    assert.deepEqual(parseLabel('wasm-function[3]'), { name: 'wasm-function[3]', url: '', line: 0, column: -1 });
  });

  it('has blanks and parentheses in names and in urls', () => {
    const parts = (label: string, known?: string): readonly string[] => {
      const { name, url } = parseLabel(`${label}:2:9`, known);
      return [name, url];
    };
    assert.deepEqual(parts(' my rules (v2).js'), ['', 'my rules (v2).js']);
    assert.deepEqual(parts('hot my rules (v2).js', 'my rules (v2).js'), ['hot', 'my rules (v2).js']);
    assert.deepEqual(parts(' [worker eval]'), ['', '[worker eval]']);
    assert.deepEqual(parts('hot [worker eval]'), ['hot', '[worker eval]']);
    assert.deepEqual(parts('get size [eval]'), ['get size', '[eval]']);
    assert.deepEqual(parts('get rules.js'), ['get', 'rules.js']);
    assert.deepEqual(parts('a method (old) /a (b)/c d.js'), ['a method (old)', '/a (b)/c d.js']);
    assert.deepEqual(parts('anonymous '), ['anonymous', '']);
    assert.deepEqual(parts(' data:text/javascript,let a = 1; //'), ['', 'data:text/javascript,let a = 1; //']);
    assert.deepEqual(parts(' '), ['', '']);
  });

  it('keeps its url where it begins before the text, as in a script that vm runs at an offset', () => {
    const unknown = { line: 0, column: -1 };
    assert.deepEqual(parseLabel(' /src/url.test.ts:1:-208'), { name: '', url: '/src/url.test.ts', ...unknown });
    assert.deepEqual(parseLabel('hot /src/a.ts:-4:-2', '/src/a.ts'), { name: 'hot', url: '/src/a.ts', ...unknown });
  });
});
