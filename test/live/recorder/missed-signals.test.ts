import assert from 'node:assert/strict';
import { itWhere } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { collect, readProfile, record, useBench } from '../../support/recording.ts';

const canCount = process.platform === 'linux' && process.arch === 'x64';
const onlyThere = 'signals are counted on Linux x64';

/** Spins from its loop's second turn on, when signals are held back already. */
const SPIN = "setTimeout(() => { console.log('spins'); for (;;); }, 300);";

for (const major of outerNodeMajors) {
  describe(`a program on Node ${major} that spins when a signal comes, once`, function () {
    this.timeout(30_000);
    const bench = useBench(major);

    for (const sampler of ['inspector', 'v8log'] as const) {
      itWhere(canCount, onlyThere)(`ends by it as a child (${sampler})`, async () => {
        const program = await bench.write(
          'parent.js',
          `if (process.argv[2]) { ${SPIN} } else {
            const child = require('node:child_process').spawn(process.execPath, [__filename, 'child']);
            child.stdout.once('data', () => setTimeout(() => child.kill(), 100));
            child.on('exit', (...how) => console.log(...how));
          }`,
        );
        const { outcome, stdout } = await record(bench.options(program, { sampler }));
        assert.equal(stdout.toString(), 'null SIGTERM\n');
        assert.deepEqual(outcome.ending, { kind: 'exit', code: 0 });
      });

      itWhere(canCount, onlyThere)(`ends by it, and is recorded until then (${sampler})`, async () => {
        const program = await bench.write('spin.js', SPIN);
        const session = await startRecording(bench.options(program, { sampler }));
        session.stdout?.once('data', () => process.kill(session.pid!, 'SIGTERM'));
        const [{ recording, ending, diagnostics }] = await Promise.all([session.finished, collect(session.stderr)]);
        assert.deepEqual(ending, { kind: 'signal', signal: 'SIGTERM' });
        assert.deepEqual(diagnostics, []);
        assert.ok(recording);
        if (sampler === 'inspector')
          assert.ok((await readProfile({ recording, ending, diagnostics })).samples.length > 100);
      });
    }

    itWhere(canCount, onlyThere)('ends by it where it would exit before it gets to it', async () => {
      const text = "require('node:child_process').execFileSync('kill', [String(process.pid)]); process.exitCode = 3;";
      const { outcome } = await record(bench.options(await bench.write('exits.js', text)));
      assert.deepEqual(outcome.ending, { kind: 'signal', signal: 'SIGTERM' });
      assert.ok(outcome.recording);
    });

    itWhere(canCount, onlyThere)('handles by itself what it listens to, when it gets to it', async () => {
      const program = await bench.write(
        'listens.js',
        `process.on('SIGTERM', () => { console.log('heard'); process.exit(3); });
        setTimeout(() => { process.kill(process.pid, 'SIGTERM'); const end = Date.now() + 3500; while (Date.now() < end); }, 300);`,
      );
      const { outcome, stdout } = await record(bench.options(program));
      assert.equal(stdout.toString(), 'heard\n');
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 3 });
    });
  });
}
