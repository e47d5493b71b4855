import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { adviseInterval, askedInterval, parseInterval } from '../../../src/recorder/index.ts';
import { usualInterval } from '../../../src/recorder/session/interval.ts';
import { achievableInterval } from '../../../src/core/index.ts';
import { readResults } from '../../docs/results.ts';
import { RecordingError } from '../../../src/recording/index.ts';

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

  it('is left to Heatline where nobody asks for one: shorter for the tests of a file', () => {
    assert.deepEqual([askedInterval(), askedInterval('auto'), askedInterval('2ms')], [undefined, undefined, 2000]);
    assert.equal(usualInterval({ args: [], cwd: '/' }), 1000);
    assert.equal(usualInterval({ isTest: true, args: [], cwd: '/' }), 250);
    assert.equal(usualInterval({ command: '/bin/npx', args: ['jest', '-i'], cwd: '/' }), 250);
    assert.equal(usualInterval({ command: 'npx', args: ['webpack'], cwd: '/' }), 1000);
  });

  it('says what a short one costs', () => {
    assert.match(
      adviseInterval(100).map(describeDiagnostic)[0],
      new RegExp(`about ${achievableInterval(100)} µs at best`),
    );
    assert.deepEqual(adviseInterval(250), []);
  });

  it('says of the cost what was measured', () => {
    const { 'setting.samplingInterval': setting } = JSON.parse(readFileSync('package.nls.json', 'utf8')) as {
      'setting.samplingInterval': string;
    };
    const [inspector, v8log] = measuredCosts(250);
    const [advice] = adviseInterval(100).map(describeDiagnostic);
    assert.ok(
      advice.includes(`At 250 µs programs took ${inspector} more CPU time with the inspector's sampler`),
      inspector,
    );
    assert.ok(advice.includes(`${v8log} more with the V8 log`), v8log);
    const [inspectorAt1ms, v8logAt1ms] = measuredCosts(1000);
    assert.ok(
      setting.includes(`at 1 ms ${inspectorAt1ms} with the inspector's sampler and ${v8logAt1ms} with the V8 log`),
    );
    assert.ok(setting.includes(`at 250 µs ${inspector} and ${v8log}`));
  });
});

/**
 * The ranges of the additional CPU time of programs of a second and more at an interval in microseconds, for the inspector's
 * sampler and for the V8 log.
 */
function measuredCosts(interval: number): string[] {
  const { tables } = readResults('test/bench/results.json').overhead;
  const table = tables.find(({ notes }) => notes?.[0].startsWith(`Sampled every ${interval} µs`));
  assert.ok(table, `a table for ${interval} µs`);
  const { rows } = table;
  return [4, 5].map((column) => {
    const costs = rows
      .filter(([, program]) => program !== 'tsc --version')
      .map((cells) => Math.round((Number.parseFloat(cells[column]) - 1) * 100));
    return `${Math.min(...costs)}–${Math.max(...costs)} %`;
  });
}

function codeIs(code: string): (error: unknown) => boolean {
  return (error) => error instanceof RecordingError && error.code === code;
}
