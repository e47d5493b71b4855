import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bySampler, onLinux } from '../../support/it-where.ts';
import { killQuietly } from '../../../src/recorder/program/program.ts';
import { BUSY, useBench } from '../../support/recording.ts';
import { until } from '../../support/until.ts';

describe('what a program starts and does not wait for', () => {
  const bench = useBench();

  bySampler(onLinux)('is told to run on, whoever is its parent by then', async (sampler) => {
    const child = await bench.write('daemon.js', 'setInterval(() => {}, 1000);');
    const { outcome, stdout } = await bench.record(
      `const { spawn } = require('node:child_process');
         const child = spawn(process.execPath, [${JSON.stringify(child)}], { detached: true, stdio: 'ignore' });
         child.unref(); console.log(child.pid);`,
      { name: 'starts.js', sampler },
    );
    const pid = Number(stdout);
    killQuietly(pid, 'SIGKILL');
    const [{ processes }] = outcome.diagnostics as readonly { processes?: { name: string }[] }[];
    const name = processes?.[0].name ?? '';
    // Where it had no time to become another program it still has the name of what started it.
    assert.match(name, /^(daemon|starts)\.js$|^node/);
    assert.deepEqual(outcome.diagnostics, [
      { code: 'processes-run-on', severity: 'warning', processes: [{ pid, name }] },
    ]);
  });

  bySampler()('has what was replaced in it back when it is left', async (sampler) => {
    const [up, left] = ['up', 'left'].map((name) => path.join(bench.folder, `${name}-${sampler}`));
    const child = await bench.write(
      'daemon.js',
      `const fs = require('node:fs');
         const replaced = () => [
           ...['emit'].filter((name) => Object.hasOwn(process, name)),
           ...['open'].filter((name) => require('node:inspector')[name].length === 0),
           ...Object.getOwnPropertySymbols(process).filter(({ description }) => description === 'heatline').map(String),
         ];
         fs.writeFileSync(${JSON.stringify(`${up}.new`)}, String(replaced()));
         fs.renameSync(${JSON.stringify(`${up}.new`)}, ${JSON.stringify(up)});
         setInterval(() => { if (replaced().length === 0) { fs.writeFileSync(${JSON.stringify(left)}, ''); process.exit(); } }, 20);`,
    );
    await bench.record(
      `const { spawn } = require('node:child_process');
         spawn(process.execPath, [${JSON.stringify(child)}], { detached: true, stdio: 'ignore' }).unref();
         const wait = setInterval(() => require('node:fs').existsSync(${JSON.stringify(up)}) && clearInterval(wait), 20);`,
      { name: 'starts.js', sampler },
    );
    assert.equal(await readFile(up, 'utf8'), 'emit,open,Symbol(heatline)');
    await until('all is put back', () => existsSync(left));
  });

  bySampler(onLinux)('is not told of where it ended first', async (sampler) => {
    const text = `${BUSY}require('node:child_process').execFileSync(process.execPath, ['-e', '1']); busy(50);`;
    assert.deepEqual((await bench.record(text, { sampler })).codes, []);
  });
});
