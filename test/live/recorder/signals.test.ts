import assert from 'node:assert/strict';
import { bySampler, onRepaired, onUnix } from '../../support/it-where.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { assertRecorded, BUSY, describeOnNodes, exit, finish } from '../../support/recording.ts';

/** Spins from its loop's second turn on, when signals are held back already. */
const SPIN = `${BUSY}setTimeout(() => { busy(100); console.log('spins'); for (;;); }, 300);`;
const ENDED = { kind: 'signal', signal: 'SIGTERM' } as const;

describeOnNodes('a program that sends itself a signal which it survives', outerNodeMajors, (bench) => {
  onUnix("is recorded to its end by V8's log", async () => {
    const text = `${BUSY}for (const signal of ['SIGWINCH', 'SIGCONT', 'SIGUSR1']) process.kill(process.pid, signal);
        setTimeout(function late() { busy(100); console.log('done'); }, 50);`;
    const recorded = await bench.record(text, { sampler: 'v8log' });
    await assertRecorded(recorded, { stdout: 'done\n', ending: exit(0), sampled: ['late'] });
  });

  onUnix('runs on, and is recorded by the inspector until then, which is told', async () => {
    const text = `${BUSY}busy(100); process.kill(process.pid, 'SIGWINCH');
        setTimeout(() => { busy(100); console.log('done'); }, 1500);`;
    const expected = { stdout: 'done\n', ending: exit(0), codes: ['sampling-ended-early'], sampled: ['busy'] };
    await assertRecorded(await bench.record(text), expected);
  });

  // SIGTSTP, which Ctrl-Z in a readline prompt sends, stops nothing where no shell could continue it.
  for (const signal of ['SIGTSTP', 'SIGSTOP'])
    onUnix(`is recorded on when it continues after ${signal}`, async () => {
      // Again and again: it may be stopped later than it is to go on.
      const text = `${BUSY}const shell = 'while sleep 0.3; do kill -CONT ' + process.pid + ' || exit; done';
          require('child_process').spawn('sh', ['-c', shell], { stdio: 'ignore' }).unref();
          process.kill(process.pid, '${signal}');
          setTimeout(function late() { busy(100); console.log('done'); }, 50);`;
      const recorded = await bench.record(text, { sampler: 'v8log' });
      await assertRecorded(recorded, { stdout: 'done\n', ending: exit(0), sampled: ['late'] });
    });
});

// Signals are counted on Linux x64.
describeOnNodes('a program that spins when a signal comes, once', outerNodeMajors, (bench) => {
  bySampler(onRepaired)('ends by it as a child', async (sampler) => {
    const text = `if (process.argv[2]) { ${SPIN} } else {
        const child = require('node:child_process').spawn(process.execPath, [__filename, 'child']);
        child.stdout.once('data', () => child.kill());
        child.on('exit', (...how) => console.log(...how));
      }`;
    await assertRecorded(await bench.record(text, { sampler }), { stdout: 'null SIGTERM\n', ending: exit(0) });
  });

  bySampler(onRepaired)('ends by it, and is recorded until then', async (sampler) => {
    const session = await bench.start(SPIN, { sampler });
    session.stdout?.once('data', () => process.kill(session.pid!, 'SIGTERM'));
    const { outcome, codes, file } = await finish(session);
    // A program that is not seen to turn for a second has its signals back: then what it sampled last may be lost, and it is said.
    const others = codes.filter((code) => code !== 'program-gone');
    assert.deepEqual([outcome.ending, others], [ENDED, []]);
    assert.ok(file);
  });

  onRepaired('ends by it where it would exit before it gets to it', async () => {
    const text = "require('node:child_process').execFileSync('kill', [String(process.pid)]); process.exitCode = 3;";
    const recorded = await bench.record(text);
    await assertRecorded(recorded, { ending: ENDED });
    assert.ok(recorded.file);
  });

  onRepaired('handles by itself what it listens to, when it gets to it', async () => {
    const text = `${BUSY}process.on('SIGTERM', () => { console.log('heard'); process.exit(3); });
        setTimeout(() => { process.kill(process.pid, 'SIGTERM'); busy(2000); }, 300);`;
    await assertRecorded(await bench.record(text), { stdout: 'heard\n', ending: exit(3) });
  });
});
