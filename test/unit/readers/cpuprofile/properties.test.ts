import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FormatError } from '../../../../src/readers/format-error.ts';
import type { Profile } from '../../../../src/core/index.ts';
import { assertSameProfile } from '../../../support/same-profile.ts';
import { randomProfile, randomSpelling, spellProfile } from './random-profile.ts';
import { readBoth } from './read-bytes.ts';
import { holds } from '../../../support/holds.ts';

const chunkSize = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 5_000 }));

/** How many nodes are spelled as V8 spells them: all, some, or hardly any. */
const plainEvery = fc.constantFrom(1, 2, 3, 100);

const outcome = (answer: Profile | FormatError): string =>
  answer instanceof FormatError ? answer.message : 'a profile';

describe('reading a .cpuprofile: properties', () => {
  holds(
    'answers alike for any spelling of a profile and size of chunks',
    [randomProfile, randomSpelling, plainEvery, chunkSize],
    async (profile, spelling, every, size) => {
      const { actual, expected } = await readBoth(spellProfile(profile, spelling, every), { chunkSize: size });
      if (actual instanceof FormatError || expected instanceof FormatError)
        assert.fail(`${outcome(actual)} | ${outcome(expected)}`);
      assertSameProfile(actual, expected);
    },
    { numRuns: 100 },
  );

  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    by: fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:0-.e\\ntu')), fc.nat(255)).map((byte) => [byte]),
    isRemoval: fc.boolean(),
  });
  holds(
    'answers as for V8’s spelling of the same JSON, or refuses both, whatever bytes are changed',
    [randomProfile, randomSpelling, plainEvery, fc.array(change, { minLength: 1, maxLength: 3 }), chunkSize],
    async (profile, spelling, every, changes, size) => {
      const bytes = [...Buffer.from(spellProfile(profile, spelling, every))];
      for (const { at, by, isRemoval } of changes)
        bytes.splice(Math.floor(at * bytes.length), 1, ...(isRemoval ? [] : by));
      const { actual, expected } = await readBoth(Buffer.from(bytes), { chunkSize: size });
      if (!(actual instanceof FormatError || expected instanceof FormatError)) {
        assertSameProfile(actual, expected);
        return;
      }
      // What is of no use is not checked to be JSON.
      const isRefused =
        expected instanceof FormatError && (actual instanceof FormatError || expected.message.includes('JSON'));
      assert.ok(isRefused, `${outcome(actual)} | ${outcome(expected)} | ${Buffer.from(bytes).toString()}`);
    },
    { numRuns: 200 },
  );
});
