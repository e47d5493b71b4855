import assert from 'node:assert/strict';
import type { ValueType } from '../../../src/core/index.ts';
import fc from 'fast-check';
import {
  amountLabel,
  formatActive,
  formatBytes,
  formatChange,
  formatCount,
  formatCountOf,
  formatMargin,
  formatShare,
  formatTime,
  plainSpaces,
  wholeLabel,
} from '../../../src/present/quantities.ts';
import { holds } from '../../support/holds.ts';

const inUnit: Readonly<Record<string, number>> = { µs: 1, ms: 1e3, s: 1e6, min: 60e6, h: 3600e6, '%': 0.01 };

/** What a figure says, and half a unit of its last digit. `< 1 µs` says something between nothing and that. */
function read(text: string): { value: number; tolerance: number; digits: number } {
  const isBound = text.startsWith('<');
  const parts = [...plainSpaces(text).matchAll(/([\d.]+) ([^\d ]+)/g)].map(([, figure, unit]) => ({ figure, unit }));
  const last = parts[parts.length - 1];
  const decimals = last.figure.split('.')[1]?.length ?? 0;
  const value = parts.reduce((sum, { figure, unit }) => sum + Number(figure) * inUnit[unit], 0);
  const unit = inUnit[last.unit] * 10 ** -decimals;
  const written = parts.map(({ figure }) => figure.replace('.', '')).join('');
  return {
    value: isBound ? value / 2 : value,
    tolerance: unit / 2,
    digits: written.replace(/^0+/, '').length,
  };
}

const times = fc.oneof(
  fc.double({ min: 0, max: 3.5e12, noNaN: true }),
  fc.double({ min: -4, max: 12.5, noNaN: true }).map((exponent) => 10 ** exponent),
  fc.constantFrom(0.5, 999.5, 999_500, 59.95e6, 59.999e6, 599.5e6, 600e6, 3600e6, 35_999e6, 35_970e6),
);
const shares = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.double({ min: -9, max: 0, noNaN: true }).map((exponent) => 10 ** exponent),
);

for (const [what, format, values] of [
  ['times', formatTime, times],
  ['shares', formatShare, shares],
] as const) {
  describe(`${what} in figures`, () => {
    holds('have three significant digits at most', [values], (value) => read(format(value)).digits <= 3);

    holds('say what was measured to half a unit of their last digit', [values], (value) => {
      const { value: said, tolerance } = read(format(value));
      assert.ok(Math.abs(said - value) <= tolerance * (1 + 1e-9), `${format(value)} for ${value}`);
    });

    holds('grow with what was measured', [values, values], (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)].map((value) => read(format(value)).value);
      assert.ok(low <= high, `${format(a)} and ${format(b)} for ${a} and ${b}`);
    });

    holds('are zero for nothing else', [values], (value) => value > 0 === /[1-9]/.test(format(value)));

    it('are a dash where nothing is known', () => {
      assert.equal(format(NaN), '–');
    });
  });
}

describe('figures', () => {
  it('spell times in the unit that fits', () => {
    const written = {
      '0 ms': 0,
      '< 1 µs': 0.25,
      '85 µs': 85,
      '850 µs': 850,
      '1.00 ms': 999.6,
      '1.50 ms': 1500,
      '31.2 ms': 31_240,
      '312 ms': 312_400,
      '999 ms': 999_499,
      '1.00 s': 999_600,
      '12.3 s': 12_340_000,
      '1 min 0 s': 59_999_600,
      '9 min 59 s': 599_400_000,
      '10 min': 599_600_000,
      '1 h 1 min': 3_661_000_000,
      '10 h': 36_001_000_000,
    };
    for (const [text, time] of Object.entries(written)) assert.equal(plainSpaces(formatTime(time)), text);
    assert.equal(plainSpaces(formatTime(-31_240)), '−31.2 ms');
  });

  it('spell shares in tenths of a per cent', () => {
    const written = { '0.0 %': 0, '< 0.1 %': 0.0004, '0.1 %': 0.0005, '31.2 %': 0.312, '99.9 %': 0.9994, '100 %': 1 };
    for (const [text, share] of Object.entries(written)) assert.equal(plainSpaces(formatShare(share)), text);
    assert.equal(plainSpaces(formatShare(0.9996)), '100 %');
  });

  it('never give a margin as none', () => {
    assert.deepEqual([formatMargin(0.1, 0.14), formatMargin(0.1, 0.1001), formatMargin(NaN, 1)], ['±2.0', '±0.1', '']);
  });

  it('spell counts exactly, and sizes and changes', () => {
    assert.deepEqual([7, 1234, 1234567].map(formatCount), ['7', '1,234', '1,234,567']);
    assert.equal(plainSpaces(formatCountOf(1, 'sample')), '1 sample');
    assert.equal(plainSpaces(formatCountOf(12_345, 'sample')), '12,345 samples');
    const sizes = [12, 31_240, 812_345, 1_400_000, 2e9].map(formatBytes).join(', ');
    assert.equal(plainSpaces(sizes), '12 B, 31.2 kB, 812 kB, 1.40 MB, 2.00 GB');
    assert.deepEqual([plainSpaces(formatChange(100, 150)), plainSpaces(formatChange(100, 34))], ['+50 %', '−66 %']);
  });

  it('name what was measured in place of time, with its unit', () => {
    const told = (value?: ValueType): string[] =>
      [wholeLabel({ value }), amountLabel({ value }), formatActive({ value }, 1500)].map(plainSpaces);
    assert.deepEqual(told(), ['active time', 'time', '1.50 ms active']);
    assert.deepEqual(told({ name: 'delay', unit: 'microseconds' }), ['delay', 'time', '1.50 ms delay']);
    const bytes = { name: 'alloc_space', unit: 'bytes' };
    assert.deepEqual(told(bytes), ['alloc_space', 'alloc_space', '1.50 kB alloc_space']);
    const counts = { name: 'contentions', unit: 'count' };
    assert.deepEqual(told(counts), ['contentions', 'contentions', '1,500 contentions']);
  });
});
