import assert from 'node:assert/strict';
import { explainOutOfMemory, UnreadableRecordingError } from '../../../src/analysis/errors.ts';
import { ProfileKernel } from '../../../src/core/profile-kernel.ts';

describe('an analysis that memory is too small for', () => {
  const kernel = new ProfileKernel();
  const tooMuch: Readonly<Record<string, () => unknown>> = {
    'a column': () => new Float64Array(2 ** 32),
    'a buffer': () => new ArrayBuffer(Number.MAX_SAFE_INTEGER),
    'a kernel': () => [kernel.allocate(2 ** 31), kernel.allocate(2 ** 31)],
  };

  for (const [what, allocate] of Object.entries(tooMuch)) {
    it(`is told as that when it was ${what}`, () => {
      const explained = explainOutOfMemory('/recordings/long.cpuprofile', errorOf(allocate));
      assert.ok(explained instanceof UnreadableRecordingError, String(explained));
      assert.match(
        explained.message,
        /^\/recordings\/long\.cpuprofile needs more memory than there is\. Close other programs/,
      );
    });
  }

  it('is not made of other errors', () => {
    for (const make of [() => new Uint8Array(-1), () => 'a'.repeat(2 ** 31), () => kernel.float64(1, 1)]) {
      const error = errorOf(make);
      assert.equal(explainOutOfMemory('/recordings/long.cpuprofile', error), error);
    }
  });
});

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return assert.fail('it threw nothing');
}
