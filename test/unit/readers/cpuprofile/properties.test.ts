import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FormatError } from '../../../../src/readers/format-error.ts';
import type { Profile } from '../../../../src/core/index.ts';
import { assertSameProfile } from '../../../support/same-profile.ts';
import { randomProfile, randomSpelling, spellProfile } from './random-profile.ts';
import { readBoth } from './read-bytes.ts';

const chunkSize = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 5_000 }));

/** How many nodes are spelled as V8 spells them: all, some, or hardly any. */
const plainEvery = fc.constantFrom(1, 2, 3, 100);

const outcome = (answer: Profile | FormatError): string =>
  answer instanceof FormatError ? answer.message : 'a profile';

describe('reading a .cpuprofile: properties', () => {
  it('answers alike for any spelling of a profile and size of chunks', async () => {
    const property = fc.asyncProperty(
      randomProfile,
      randomSpelling,
      plainEvery,
      chunkSize,
      async (profile, spelling, every, size) => {
        const { actual, expected } = await readBoth(spellProfile(profile, spelling, every), { chunkSize: size });
        if (actual instanceof FormatError || expected instanceof FormatError)
          assert.fail(`${outcome(actual)} | ${outcome(expected)}`);
        assertSameProfile(actual, expected);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it('refuses or answers as for V8’s spelling of the same JSON, whatever bytes are changed', async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      byte: fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:0-.e\\ntu')), fc.nat(255)),
      isRemoval: fc.boolean(),
    });
    const property = fc.asyncProperty(
      randomProfile,
      randomSpelling,
      plainEvery,
      fc.array(change, { minLength: 1, maxLength: 3 }),
      chunkSize,
      async (profile, spelling, every, changes, size) => {
        let bytes = Buffer.from(spellProfile(profile, spelling, every));
        for (const { at, byte, isRemoval } of changes) {
          const index = Math.floor(at * bytes.length);
          bytes = Buffer.concat([
            bytes.subarray(0, index),
            isRemoval ? Buffer.alloc(0) : Buffer.from([byte]),
            bytes.subarray(index + 1),
          ]);
        }
        const { actual, expected } = await readBoth(bytes, { chunkSize: size });
        if (actual instanceof FormatError || expected instanceof FormatError) {
          assert.equal(
            actual instanceof FormatError,
            expected instanceof FormatError,
            `${outcome(actual)} | ${outcome(expected)} | ${bytes.toString()}`,
          );
          return;
        }
        assertSameProfile(actual, expected);
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });
});
