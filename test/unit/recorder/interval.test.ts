import assert from 'node:assert/strict';
import { intervalAdvice, parseInterval, RecordingError } from '../../../src/recorder/index.ts';
import { achievableInterval } from '../../../src/recorder/interval.ts';

describe('the sampling interval', () => {
  const good: [string | number, number][] = [
    ['1ms', 1000],
    ['250us', 250],
    ['1000/s', 1000],
    ['500', 500],
    [500, 500],
    ['0.5ms', 500],
    ['1s', 1_000_000],
    ['50', 50],
    [' 2 ms ', 2000],
  ];
  for (const [text, interval] of good) it(`reads ${text}`, () => assert.equal(parseInterval(text), interval));

  for (const text of ['', 'fast', '1 minute', '-5', '1ms2', '1e3', 'NaN', Number.NaN]) {
    it(`refuses "${text}"`, () => assert.throws(() => parseInterval(text), codeIs('interval-invalid')));
  }
  for (const text of ['49', '1.1s', '0/s', '30000/s', '0']) {
    it(`says that ${text} is out of range`, () =>
      assert.throws(() => parseInterval(text), codeIs('interval-out-of-range')));
  }

  it('says what a short one costs', () => {
    assert.match(intervalAdvice(100) ?? '', /slows the program/);
    assert.match(intervalAdvice(100) ?? '', new RegExp(`about ${achievableInterval(100)} µs at best`));
    assert.equal(intervalAdvice(250), undefined);
  });
});

function codeIs(code: string): (error: unknown) => boolean {
  return (error) => error instanceof RecordingError && error.code === code;
}
