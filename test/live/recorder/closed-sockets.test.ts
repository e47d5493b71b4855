import assert from 'node:assert/strict';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { exitCodeOf } from '../../../src/recorder/index.ts';
import { BUSY, record, useBench } from '../../support/recording.ts';

/** Closes every socket of the process but its standard streams; Node's own event loop needs none of them. */
const closing = `${BUSY}const fs = require('fs');
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
    const { outcome } = await record(bench.options(await bench.write('closing.js', closing)));
    const codes = outcome.diagnostics.map(({ code }) => code);
    // Node's own thread of the inspector may notice the closed socket first, and aborts.
    if (exitCodeOf(outcome.ending) === 134) assert.deepEqual(codes, ['program-aborted']);
    else {
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 3 });
      assert.deepEqual(codes, ['inspector-silent']);
    }
  });

  itWhere(isLinux, 'needs /proc')('is recorded with a V8 log', async () => {
    const program = await bench.write('closing.js', closing);
    const { outcome } = await record(bench.options(program, { sampler: 'v8log' }));
    assert.ok([3, 134].includes(exitCodeOf(outcome.ending)));
    assert.ok(outcome.recording);
  });
});
