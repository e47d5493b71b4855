import assert from 'node:assert/strict';
import { compilingName, shortUrl } from '../../../src/core/index.ts';

describe('a url as it is shown', () => {
  const body = 'ZXhwb3J0IGZ1bmN0aW9u/'.repeat(1000);
  const long = (middle: string) => `webpack://app/${middle.repeat(100)}/last.ts`;
  const cases: readonly (readonly [url: string, shown: string])[] = [
    [`data:text/javascript;base64,${body}eHg=`, 'data:text/javascript,ZXhwb3…u/eHg='],
    [
      `data:text/javascript,${encodeURIComponent('export const a = 1;'.repeat(99))}`,
      'data:text/javascript,export…201%3B',
    ],
    ['data:,1', 'data:,1'],
    ['data:', 'data:'],
    [`/home/${'deep/'.repeat(100)}a.ts`, `/home/${'deep/'.repeat(100)}a.ts`],
    ['webpack://app/./src/a.ts', 'webpack://app/./src/a.ts'],
    ['node:internal/modules/cjs/loader', 'node:internal/modules/cjs/loader'],
  ];
  for (const [url, shown] of cases)
    it(`is ${shown.slice(0, 50)}`, () => {
      assert.equal(shortUrl(url), shown);
    });

  it('keeps the beginning and the end of a long one', () => {
    const shown = shortUrl(long('loader!'));
    assert.match(shown, /^webpack:\/\/app\/.*….*\/last\.ts$/);
    assert.equal(shown.length, 100);
  });

  it('is the name of a module that V8 compiles', () => {
    assert.equal(compilingName(`data:text/javascript;base64,${body}`), 'compiling data:text/javascript,ZXhwb3…0aW9u/');
  });
});
