import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { finishLeftovers, type RecordOptions, startRecording } from '../../../src/recorder/index.ts';
import { isLinux, itWhere } from '../../support/it-where.ts';
import { journalsIn } from '../../support/journals.ts';
import { recordApart, useBench } from '../../support/recording.ts';
import { until } from '../../support/until.ts';
import { assertQuarter, QUARTERS } from './quarters.ts';

/** Limits that are soon reached. */
const kinds: Readonly<Record<string, Partial<RecordOptions>>> = {
  'an inspector’s samples': { detailLimit: 8 * 1000 },
};
const PROGRAM = `${QUARTERS}const { existsSync } = require('fs');
(function turn() { quarter(); most(); if (!existsSync(process.argv[2])) setTimeout(turn, 5); })();`;

describe('a run that is longer than its detail', () => {
  const bench = useBench(26);

  /** Waits until more was put into this folder than keeps its order. */
  const untilThinned = (folder: string): Promise<void> =>
    until('something was thinned', () => {
      const parts = journalsIn(folder).join('').split('{"part":').length - 1;
      // Two parts always keep it.
      return parts > 3;
    });
  function check(analysis: Analysis): void {
    assertQuarter(analysis);
    const { orderFrom = 0, coarsestSpan = 0, duration } = analysis.quality;
    assert.ok(orderFrom > 0 && orderFrom < duration, `order from ${orderFrom} of ${duration} on`);
    assert.ok(coarsestSpan > 0 && coarsestSpan <= orderFrom, `known to within ${coarsestSpan}`);
  }

  for (const [what, limits] of Object.entries(kinds)) {
    const onLinux = itWhere(isLinux, 'only Linux takes back the beginning of a file');

    onLinux(`has all of its time, and the order of the newest of ${what} only`, async () => {
      const program = await bench.write('long.js', PROGRAM);
      const session = await startRecording(bench.options(program, { ...limits, interval: 200, args: [what] }));
      await untilThinned(session.folder ?? '');
      await bench.write(what, '');
      const { recording = '', diagnostics } = await session.finished;
      assert.deepEqual(
        diagnostics.map(({ code }) => code),
        ['interval-short'],
      );
      check(await analyze(recording));
      assert.deepEqual(await readdir(path.dirname(recording)), [path.basename(recording)]);
    });

    onLinux(`survives a kill -9 of its recorder with ${what}`, async () => {
      const program = await bench.write('killed.js', PROGRAM);
      const options = bench.options(program, { ...limits, interval: 200, args: ['never'] });
      const parent = path.dirname(options.output);
      const recorder = await recordApart(options, 'await starting;');
      await until('it is there', async () => (await readdir(parent).catch(() => [])).length > 0);
      const [folder] = await readdir(parent);
      await untilThinned(path.join(parent, folder));
      recorder.kill('SIGKILL');
      await once(recorder, 'exit');
      let recording = '';
      await until('it is finished', async () => {
        recording = (await finishLeftovers(parent)).at(0)?.recording ?? '';
        return recording !== '';
      });
      assertQuarter(await analyze(recording));
    });
  }
});
