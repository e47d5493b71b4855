import assert from 'node:assert/strict';
import { findSourceMapUrl } from '../../../src/recorder/recorded-scripts.ts';

describe('the source map comment of a recorded script', () => {
  const find = (text: string) => findSourceMapUrl(Buffer.from(text));

  it('is found in every spelling', () => {
    assert.equal(find('x();\n//# sourceMappingURL=x.js.map'), 'x.js.map');
    assert.equal(find('x();\n//@ sourceMappingURL=x.js.map \r\n// end\n'), 'x.js.map');
    assert.equal(find('x();\n/*# sourceMappingURL=x.js.map */\n'), 'x.js.map');
    assert.equal(find('x();'), undefined);
  });

  it('is not one that a bundler hands to eval inside a string', () => {
    const module =
      'eval("x();//# sourceURL=[module]\\n//# sourceMappingURL=data:application/json;base64,e30=\\n//# sourceURL=webpack-internal:///./a.ts\\n");';
    assert.equal(find(`${module}\n\n/***/ })\n`), undefined);
    assert.equal(find(`${module}\n//# sourceMappingURL=real.map\n`), 'real.map');
  });
});
