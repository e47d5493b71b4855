import assert from 'node:assert/strict';
import { parseLabel } from '../../../../src/readers/v8-log/label.ts';

describe('what V8 calls a function in its log', () => {
  for (const [label, told, known] of [
    ['hot file:///a b.js:12:3', 'hot|file:///a b.js|12|2'],
    ['get a /b.js:1:1', 'get a|/b.js|1|0', '/b.js'],
    ['wasm-function[3]', 'wasm-function[3]||0|-1'],
    // Begun before the text, as in a script that vm runs at an offset.
    [' /src/url.test.ts:1:-208', '|/src/url.test.ts|0|-1'],
    ['hot /src/a.ts:-4:-2', 'hot|/src/a.ts|0|-1', '/src/a.ts'],
  ])
    it(`is taken apart into name, url and place: ${label}`, () => {
      const { name, url, line, column } = parseLabel(label, known);
      assert.equal([name, url, line, column].join('|'), told);
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
});
