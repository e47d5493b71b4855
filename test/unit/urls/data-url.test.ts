import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decodeDataUrl } from '../../../src/urls/index.ts';
import { holds } from '../../support/holds.ts';

describe('a data url', () => {
  const decode = (url: string): string | undefined => decodeDataUrl(url)?.toString();

  holds('gives its text, in base64 or percent-encoded', [fc.string({ unit: 'grapheme' })], (text) => {
    const base64 = Buffer.from(text).toString('base64');
    assert.equal(decode(`data:application/json;charset=utf-8;base64,${base64}`), text);
    assert.equal(decode(`DATA:;Base64,${encodeURIComponent(base64)}`), text);
    assert.equal(decode(`data:,${encodeURIComponent(text)}`), text);
  });

  it('may have what it should not', () => {
    assert.equal(decode('data:,100%, 5%zz %'), '100%, 5%zz %');
    assert.equal(decode('data:,é%20€'), 'é €');
    assert.equal(decode('data:,\ud800'), '\ufffd');
  });

  it('is nothing else', () => {
    assert.equal(decodeDataUrl('data:application/json;base64'), undefined);
    assert.equal(decodeDataUrl('x.js.map,data:'), undefined);
  });
});
