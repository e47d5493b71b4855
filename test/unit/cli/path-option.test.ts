import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { addPath } from '../../../src/cli/options.ts';

describe('--path', () => {
  it('takes what was at one place and is at another, as often as it is given', () => {
    assert.deepEqual(addPath('/app=.', addPath('http://localhost:3000=src', [])), [
      { from: 'http://localhost:3000', to: resolve('src') },
      { from: '/app', to: resolve('.') },
    ]);
  });

  it('refuses what is no such pair, and a place that is not there', () => {
    for (const text of ['/app', '=src', '/app=']) assert.throws(() => addPath(text, []), /Write it as FROM=TO/);
    assert.throws(() => addPath('/app=nowhere', []), /There is no .*nowhere\./);
  });
});
