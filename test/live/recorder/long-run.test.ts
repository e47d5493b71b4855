import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { finishLeftovers, startRecording } from '../../../src/recorder/index.ts';
import { journalsIn } from '../../support/journals.ts';
import { recordApart, useBench } from '../../support/recording.ts';
import { until } from '../../support/until.ts';
import { assertQuarter, QUARTERS } from './quarters.ts';
import { codesOf } from '../../support/told.ts';

/** Room for a thousand samples, and so short an interval that there are soon more. */
const LIMITS = { detailLimit: 12 * 1000, interval: 200 };
const PROGRAM = `${QUARTERS}const { existsSync } = require('fs');
(function turn() { quarter(); most(); if (!existsSync(process.argv[2])) setTimeout(turn, 5); })();`;

describe('a run with more samples than are kept', () => {
  const bench = useBench(26);

  const untilCoarse = (folder: string): Promise<void> =>
    until('samples were dropped', () => journalsIn(folder).some((text) => /"keptOneIn":(?!1\b)/.test(text)));

  it('has all of its time, at a longer interval', async () => {
    const program = await bench.write('long.js', PROGRAM);
    const session = await startRecording(bench.options(program, { ...LIMITS, args: ['enough'] }));
    await untilCoarse(session.folder ?? '');
    await bench.write('enough', '');
    const { recording = '', diagnostics } = await session.finished;
    assert.deepEqual(codesOf(diagnostics), ['interval-short']);
    const analysis = await analyze(recording);
    assertQuarter(analysis);
    const { keptOneIn = 1 } = analysis.quality;
    assert.ok(keptOneIn >= 2 && Number.isInteger(Math.log2(keptOneIn)), `one of ${keptOneIn}`);
    assert.deepEqual(await readdir(path.dirname(recording)), [path.basename(recording)]);
  });

  it('survives a kill -9 of its recorder', async () => {
    const program = await bench.write('killed.js', PROGRAM);
    const options = bench.options(program, { ...LIMITS, args: ['never'] });
    const parent = path.dirname(options.output);
    const recorder = await recordApart(options, 'await starting;');
    await until('it is there', async () => (await readdir(parent).catch(() => [])).length > 0);
    const [folder] = await readdir(parent);
    await untilCoarse(path.join(parent, folder));
    recorder.kill('SIGKILL');
    await once(recorder, 'exit');
    let recording = '';
    await until('it is finished', async () => {
      recording = (await finishLeftovers(parent)).at(0)?.recording ?? '';
      return recording !== '';
    });
    const analysis = await analyze(recording);
    assertQuarter(analysis);
    assert.ok((analysis.quality.keptOneIn ?? 1) >= 2);
  });
});
