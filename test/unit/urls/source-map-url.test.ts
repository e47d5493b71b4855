import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findSourceMapUrl, parseDataUrl } from '../../../src/urls/index.ts';

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
    assert.equal(findSourceMapUrl('x();'), undefined);
    assert.equal(findSourceMapUrl(''), undefined);
    assert.equal(findSourceMapUrl('x();\n//# sourceMappingURL=\n'), undefined);
  });

  it('is found before the brackets that a test runner puts around a module', () => {
    assert.equal(findSourceMapUrl('({"m":function(){x();\n//# sourceMappingURL=x.js.map\n}});'), 'x.js.map');
  });

  it('is not one with code behind it, nor prose', () => {
    assert.equal(findSourceMapUrl('x();\n//# sourceMappingURL=a.js.map\ny();\n'), undefined);
    assert.equal(findSourceMapUrl('x();\n// a sourceMappingURL=a.js.map comment\n'), undefined);
  });

  it('is not one in a string that only looks like it', () => {
    assert.equal(findSourceMapUrl('const s = `\n//# sourceMappingURL=none.map\n`;\n'), undefined);
    assert.equal(findSourceMapUrl('const s = "//# sourceMappingURL=none.map";\n'), undefined);
  });

  it('is not one that a bundler hands to eval inside a string', () => {
    const module =
      'eval("x();//# sourceURL=[module]\\n//# sourceMappingURL=data:application/json;base64,e30=\\n//# sourceURL=webpack-internal:///./a.ts\\n");';
    assert.equal(findSourceMapUrl(`${module}\n\n/***/ })\n`), undefined);
    assert.equal(findSourceMapUrl(`${module}\n//# sourceMappingURL=real.map\n`), 'real.map');
  });
});

describe('a data url', () => {
  const decode = (url: string): string | undefined => {
    const data = parseDataUrl(url);
    return data && Buffer.from(data.body, data.encoding).toString(data.charset);
  };

  it('gives its text, in base64 or percent-encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const base64 = Buffer.from(text).toString('base64');
        assert.equal(decode(`data:application/json;charset=utf-8;base64,${base64}`), text);
        assert.equal(decode(`DATA:;Base64,${encodeURIComponent(base64)}`), text);
        assert.equal(decode(`data:,${encodeURIComponent(text)}`), text);
      }),
    );
  });

  it('is read in its charset', () => {
    assert.equal(decode('data:text/plain;charset=iso-8859-1,%e9'), 'é');
    const wide = Buffer.from('é€', 'utf16le').toString('base64');
    assert.equal(decode(`data:;charset="UTF-16LE";base64,${wide}`), 'é€');
  });

  it('may have what it should not', () => {
    assert.equal(decode('data:,100%, 5%zz %'), '100%, 5%zz %');
    assert.equal(decode('data:,é%20€'), 'é €');
    assert.equal(decode('data:,\ud800'), '\ufffd');
  });

  it('is nothing else', () => {
    assert.equal(parseDataUrl('data:application/json;base64'), undefined);
    assert.equal(parseDataUrl('x.js.map,data:'), undefined);
  });
});
