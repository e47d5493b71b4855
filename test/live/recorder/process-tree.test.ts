import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describeProcess, readQuietly } from '../../../src/recorder/program/process-tree.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { until } from '../../support/until.ts';

describe('a process of the tree', () => {
  itWhere(isLinux, 'only Linux tells of processes')(
    'that was seen as a shell, and had ended when it was seen again, counts as what it became',
    async () => {
      // Nobody waits for the child of a shell that has become another program.
      const shell = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 1000'], { stdio: ['ignore', 'pipe', 'ignore'] });
      try {
        const [told] = (await once(shell.stdout, 'data')) as [Buffer];
        const child = Number(told.toString());
        await until('it has ended', () => readQuietly(`/proc/${child}/stat`)?.includes(') Z ') === true);
        const seenAsShell = describeProcess(child, { name: 'sh', unreached: 'not-node' });
        assert.deepEqual(seenAsShell, { name: 'sleep', unreached: 'short-lived' });
        for (const before of [
          { name: 'sleep', unreached: 'not-node' },
          { name: 'a.js', unreached: 'not-attached' },
        ] as const)
          assert.deepEqual(describeProcess(child, before), before);
      } finally {
        shell.kill('SIGKILL');
      }
    },
  );
});
