import assert from 'node:assert/strict';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { exitCodeOf } from '../../../src/recorder/index.ts';
import { BUSY, useBench } from '../../support/recording.ts';

/** Closes every socket of the process but its standard streams; Node's own event loop needs none of them. */
const CLOSING = `${BUSY}const fs = require('fs');
for (const fd of fs.readdirSync('/proc/self/fd')) {
  let target = '';
  try { target = fs.readlinkSync('/proc/self/fd/' + fd); } catch { continue; }
  if (Number(fd) > 2 && target.startsWith('socket:')) fs.closeSync(Number(fd));
}
busy(200);
process.exitCode = 3;
`;

describe('a program that closes sockets which are not its own', () => {
  const bench = useBench();

  itWhere(isLinux, 'needs /proc')('ends, and says why nothing was recorded with the inspector', async () => {
    const { outcome, codes } = await bench.record(CLOSING);
    // Node's own thread of the inspector may notice the closed socket first, and aborts.
    if (exitCodeOf(outcome.ending) === 134) assert.deepEqual(codes, ['program-aborted']);
    else assert.deepEqual([outcome.ending, codes], [{ kind: 'exit', code: 3 }, ['inspector-silent']]);
  });

  itWhere(isLinux, 'needs /proc')('is recorded with a V8 log', async () => {
    const { outcome, file } = await bench.record(CLOSING, { sampler: 'v8log' });
    assert.ok([3, 134].includes(exitCodeOf(outcome.ending)));
    assert.ok(file);
  });
});
