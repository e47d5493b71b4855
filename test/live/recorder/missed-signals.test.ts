import assert from 'node:assert/strict';
import { itWhere } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { codesOf } from '../../support/told.ts';
import { BUSY, collect, describeOnNodes } from '../../support/recording.ts';

const canCount = itWhere(process.platform === 'linux' && process.arch === 'x64', 'signals are counted on Linux x64');

/** Spins from its loop's second turn on, when signals are held back already. */
const SPIN = `${BUSY}setTimeout(() => { busy(100); console.log('spins'); for (;;); }, 300);`;

describeOnNodes('a program that spins when a signal comes, once', outerNodeMajors, (bench) => {
  for (const sampler of ['inspector', 'v8log'] as const) {
    canCount(`ends by it as a child (${sampler})`, async () => {
      const text = `if (process.argv[2]) { ${SPIN} } else {
          const child = require('node:child_process').spawn(process.execPath, [__filename, 'child']);
          child.stdout.once('data', () => child.kill());
          child.on('exit', (...how) => console.log(...how));
        }`;
      const { outcome, stdout } = await bench.record(text, { sampler });
      assert.equal(stdout, 'null SIGTERM\n');
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
    });

    canCount(`ends by it, and is recorded until then (${sampler})`, async () => {
      const session = await startRecording(bench.options(await bench.write('spin.js', SPIN), { sampler }));
      session.stdout?.once('data', () => process.kill(session.pid!, 'SIGTERM'));
      const [{ recording, ending, diagnostics }] = await Promise.all([session.finished, collect(session.stderr)]);
      // A program that is not seen to turn for a second has its signals back: then what it sampled last may be lost, and it is said.
      const others = codesOf(diagnostics).filter((code) => code !== 'samples-cut');
      assert.deepEqual([ending, others], [{ kind: 'signal', signal: 'SIGTERM' }, []]);
      assert.ok(recording);
    });
  }

  canCount('ends by it where it would exit before it gets to it', async () => {
    const text = "require('node:child_process').execFileSync('kill', [String(process.pid)]); process.exitCode = 3;";
    const { outcome, file } = await bench.record(text);
    assert.deepEqual(outcome.ending, { kind: 'signal', signal: 'SIGTERM' });
    assert.ok(file);
  });

  canCount('handles by itself what it listens to, when it gets to it', async () => {
    const text = `${BUSY}process.on('SIGTERM', () => { console.log('heard'); process.exit(3); });
        setTimeout(() => { process.kill(process.pid, 'SIGTERM'); busy(2000); }, 300);`;
    const { outcome, stdout } = await bench.record(text);
    assert.equal(stdout, 'heard\n');
    assert.deepEqual(outcome.ending, { kind: 'exit', code: 3 });
  });
});
