import assert from 'node:assert/strict';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { killQuietly } from '../../../src/recorder/program.ts';
import { BUSY, useBench } from '../../support/recording.ts';

const onLinux = itWhere(isLinux, 'only Linux tells the environment of processes');

describe('what a program starts and does not wait for', () => {
  const bench = useBench();

  for (const sampler of ['v8log', 'inspector'] as const) {
    onLinux(`is told to run on, whoever is its parent by then (${sampler})`, async () => {
      const child = await bench.write('daemon.js', 'setInterval(() => {}, 1000);');
      const { outcome, stdout } = await bench.record(
        `const { spawn } = require('node:child_process');
         const child = spawn(process.execPath, [${JSON.stringify(child)}], { detached: true, stdio: 'ignore' });
         child.unref(); console.log(child.pid);`,
        { name: 'starts.js', sampler },
      );
      const pid = Number(stdout);
      killQuietly(pid, 'SIGKILL');
      const found = outcome.diagnostics.map((diagnostic) => ({ ...diagnostic }));
      const [{ processes }] = found as { processes?: { pid: number; name: string }[] }[];
      const name = processes?.[0].name ?? '';
      // Where it had no time to become another program it still has the name of what started it.
      assert.match(name, /^(daemon|starts)\.js$|^node/);
      assert.deepEqual(found, [{ code: 'processes-run-on', severity: 'warning', processes: [{ pid, name }] }]);
    });

    onLinux(`is not told of where it ended first (${sampler})`, async () => {
      const text = `${BUSY}require('node:child_process').execFileSync(process.execPath, ['-e', '1']); busy(50);`;
      assert.deepEqual((await bench.record(text, { sampler })).codes, []);
    });
  }
});
