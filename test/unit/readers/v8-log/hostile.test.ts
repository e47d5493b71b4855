import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { FormatError } from '../../../../src/readers/format-error.ts';
import { AddressCache } from '../../../../src/readers/v8-log/address-cache.ts';
import { CodeMap, type CodeRange } from '../../../../src/readers/v8-log/code-map.ts';
import { unescapeBytes, unescapeText } from '../../../../src/readers/v8-log/log-fields.ts';
import { readText, smallLog } from './log-text.ts';
import { holds } from '../../../support/holds.ts';

const wholeLog = Buffer.from(
  [
    ...smallLog,
    'tick,0x9028,1000,0,0x0,0,0x1004',
    'code-move,0x2000,0x3000',
    'sfi-move,0xb0,0xc0',
    'tick,0x6000,2000,1,0x400100,6,overflow,0x3004,0x1004',
    'heatline,{"version":1,"cpuClock":{"timesUs":[1,2],"cpuUs":[1,2],"anchorUs":3}}',
    '',
  ].join('\n'),
);

describe('V8 logs with anything in them', () => {
  const anyByte = fc.constantFrom(...Buffer.from('0x9fF,-\n\\uCOIS~'));
  const damage = fc.array(fc.tuple(fc.nat(wholeLog.length - 1), anyByte), { minLength: 1, maxLength: 12 });
  holds(
    'never fail in another way than with a FormatError, and stay consistent',
    [damage, fc.nat(wholeLog.length)],
    async (changes, length) => {
      const log = Buffer.from(wholeLog);
      for (const [at, byte] of changes) log[at] = byte;
      try {
        const { samples, tree, ticks, positions, frames, scripts } = await readText(log.subarray(0, length));
        assert.ok(samples.start.every((time, i) => i === 0 || time >= samples.start[i - 1]));
        assert.ok(samples.node.every((node) => node >= 0 && node < tree.frame.length));
        assert.ok(tree.parent.every((parent, node) => parent < node));
        assert.ok(tree.frame.every((frame) => frame < frames.name.length));
        assert.ok(ticks.position.every((position) => position >= -1 && position < positions.line.length));
        assert.ok(positions.script.every((script) => script >= 0 && script < scripts.length));
      } catch (error) {
        assert.ok(error instanceof FormatError, String(error));
      }
    },
    { numRuns: 400 },
  );

  const escapes = ['a', '\\n', '\\\\', '\\x2C', '\\xe9', '\\u20ac', '\\', '\\u12', '\\x', ','];
  holds('unescapes bytes as it does text', [fc.array(fc.constantFrom(...escapes))], (parts) => {
    const bytes = Buffer.from(parts.join(''), 'latin1');
    assert.equal(unescapeBytes(bytes), unescapeText(bytes.toString('latin1')));
  });
});

describe('the code map', () => {
  const step = fc.record({
    kind: fc.constantFrom('add', 'add', 'add', 'move', 'delete'),
    ...{ at: fc.nat(2000), to: fc.nat(2000), size: fc.integer({ min: 1, max: 60 }) },
  });
  holds('answers as a plain list of ranges does', [fc.array(step, { maxLength: 900, minLength: 300 })], (steps) => {
    const map = new CodeMap<CodeRange>();
    const cache = new AddressCache<CodeRange, number>();
    let plain: { address: number; size: number }[] = [];
    const place = (entry: { address: number; size: number }): void => {
      const end = entry.address + entry.size;
      plain = plain.filter((other) => other.address >= end || other.address + other.size <= entry.address);
      plain.push(entry);
    };
    for (const { kind, at, to, size } of steps) {
      const known = plain.find((entry) => entry.address === at);
      if (kind === 'add') {
        map.add({ address: at, size, generation: 0 });
        place({ address: at, size });
      } else if (kind === 'move') {
        assert.equal(map.move(at, to), known !== undefined);
        plain = plain.filter((entry) => entry !== known);
        if (known) place({ address: to, size: known.size });
      } else {
        map.delete(at);
        plain = plain.filter((entry) => entry !== known);
      }
      // What is cached for an address is valid as long as the code there is the same.
      const found = map.find(to);
      const remembered = cache.get(to, -1);
      if (remembered !== undefined) assert.equal(remembered, found?.address);
      if (found !== undefined) cache.set(to, found, -1, found.address);
    }
    for (let address = 0; address < 2100; address += 3) {
      const expected = plain.find((entry) => address >= entry.address && address < entry.address + entry.size);
      assert.equal(map.find(address)?.address, expected?.address);
    }
  });
});
