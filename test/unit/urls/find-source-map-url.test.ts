import assert from 'node:assert/strict';
import { findSourceMapUrl } from '../../../src/urls/index.ts';

describe('the source map comment of a script', () => {
  it('is found in every spelling, at the end', () => {
    for (const end of [
      '//# sourceMappingURL=x.js.map',
      '//@ sourceMappingURL=x.js.map \r\n// end\n',
      '//#sourceMappingURL=x.js.map\n',
      '/*# sourceMappingURL=x.js.map */\n\n',
      'z(); //# sourceMappingURL=x.js.map',
      '//# sourceMappingURL=other.map\n//# sourceMappingURL=x.js.map\n// the end\n/* really */\n',
      '//# sourceMappingURL=x.js.map\u2028',
    ])
      assert.equal(findSourceMapUrl(`x();\n${end}`), 'x.js.map', end);
    assert.equal(findSourceMapUrl('//# sourceMappingURL=x.js.map'), 'x.js.map');
    const escaped = `data:application/json,${encodeURIComponent(`{"sourcesContent":["import './b'"]}`)}`;
    assert.equal(findSourceMapUrl(`x();\n//# sourceMappingURL=${escaped}\n`), escaped);
    assert.equal(findSourceMapUrl('x();'), undefined);
    assert.equal(findSourceMapUrl(''), undefined);
    assert.equal(findSourceMapUrl('x();\n//# sourceMappingURL=\n'), undefined);
  });

  it('is found before the brackets that a test runner puts around a module', () => {
    assert.equal(findSourceMapUrl('({"m":function(){x();\n//# sourceMappingURL=x.js.map\n}});'), 'x.js.map');
  });

  for (const [what, text] of [
    ['with code behind it', 'x();\n//# sourceMappingURL=a.js.map\ny();\n'],
    ['in prose', 'x();\n// a sourceMappingURL=a.js.map comment\n'],
    ['in a template', 'const s = `\n//# sourceMappingURL=none.map\n`;\n'],
    ['in a string', 'const s = "//# sourceMappingURL=none.map";\n'],
  ])
    it(`is not one ${what}`, () => assert.equal(findSourceMapUrl(text), undefined));

  it('is not one that a bundler hands to eval inside a string', () => {
    const module =
      'eval("x();//# sourceURL=[module]\\n//# sourceMappingURL=data:application/json;base64,e30=\\n//# sourceURL=webpack-internal:///./a.ts\\n");';
    assert.equal(findSourceMapUrl(`${module}\n\n/***/ })\n`), undefined);
    assert.equal(findSourceMapUrl(`${module}\n//# sourceMappingURL=real.map\n`), 'real.map');
  });

  // Not by a clock: what is counted are the characters that the methods of strings go over.
  for (const [what, fragment] of Object.entries({
    'comments without a url': '//# sourceMappingURL=\n',
    'the words without the sign': '//# sourceMappingURL ',
    'openings in one line': '//#',
    'openings, each on its line': '//#\n',
    'openings, each on its line, as old Macs end it': '//#\r',
    'openings between unusual line ends': '//# \u2028',
    'comments in one line': '/*# sourceMappingURL= */',
    'comments that do not end': '/*#   sourceMappingURL=',
    'closing brackets': '} ) ]\r\n',
    'white space': '\t ',
  }))
    it(`is looked for in time linear in a text of ${what}`, () => {
      const small = workFor(fragment.repeat(25_000));
      const big = workFor(fragment.repeat(100_000));
      assert.ok(big < 4.5 * small, `${big} characters against ${small}`);
    });
});

/** How many characters the search makes strings look at. Its regular expressions have no nested repetition. */
function workFor(text: string): number {
  let work = 0;
  const names = ['indexOf', 'lastIndexOf', 'slice', 'split', 'trim', 'trimEnd', 'startsWith'] as const;
  const prototype = String.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const originals = names.map((name) => prototype[name]);
  names.forEach((name, i) => {
    prototype[name] = function (this: string, ...args: unknown[]) {
      const result = originals[i].apply(this, args);
      const isBackward = name === 'lastIndexOf';
      work += isBackward ? Math.min(this.length, Number(args[1] ?? Infinity)) - Number(result) : this.length;
      if (name === 'slice' || name === 'startsWith') work -= this.length - String(result).length;
      return result;
    };
  });
  try {
    findSourceMapUrl(`x();\n${text}`);
  } finally {
    names.forEach((name, i) => (prototype[name] = originals[i]));
  }
  return work;
}
