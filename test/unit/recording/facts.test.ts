import assert from 'node:assert/strict';
import { formatHeatlineSection, parseHeatlineSection, recorderScripts } from '../../../src/recording/facts.ts';
import { RECORDER_SCRIPT } from '../../../src/recording/rendezvous.ts';
import type { Diagnostic, Ending, HeatlineSection } from '../../../src/recording/index.ts';

const read = (value: unknown): HeatlineSection => parseHeatlineSection('/r.cpuprofile', value);
const readBack = (section: HeatlineSection): HeatlineSection => read(JSON.parse(formatHeatlineSection(section)));

describe('what a recording says about itself', () => {
  const endings: Ending[] = [
    { kind: 'exit', code: 3, error: 'TypeError' },
    { kind: 'exit' },
    { kind: 'signal', signal: 'SIGINT' },
    { kind: 'killed', signal: 'SIGKILL' },
    { kind: 'stopped', by: 'log-limit' },
  ];
  for (const ending of endings) {
    it(`is read as it was written, with the ending ${JSON.stringify(ending)}`, () => {
      const diagnostics: Diagnostic[] = [
        { code: 'interval-short', severity: 'info', intervalUs: 100, achievableUs: 170 },
        { code: 'log-cut', severity: 'error', reason: 'ENOSPC', file: '/a.js', line: 3 },
        { code: 'source-map-stale', severity: 'warning', file: '/b.js' },
        { code: 'x', severity: 'info', message: 'A sentence.' },
      ];
      const facts = { sampler: 'v8log', recorderScripts: ['/b.cjs'], args: ['a'], ending, diagnostics } as const;
      const cpuClock = { timesUs: [1, 2], cpuUs: [0, 1], anchorUs: 1 };
      const section = { facts, scripts: [{ url: 'file:///a.js', sourceMapUrl: 'a.js.map' }], cpuClock };
      assert.deepEqual(readBack(section), section);
    });
  }

  it('is one line, which can stand in a log', () => {
    const diagnostics: Diagnostic[] = [{ code: 'x', severity: 'info', message: 'Two\nlines.' }];
    assert.doesNotMatch(formatHeatlineSection({ facts: { diagnostics }, scripts: [] }), /\n/);
  });

  it('leaves out diagnostics that this version does not know', () => {
    const findings = [{ code: 'of-tomorrow', severity: 'info' }, { code: 'log-too-large', severity: 'info' }, null, 7];
    assert.deepEqual(read({ version: 1, findings }).facts.diagnostics, []);
  });

  it('is taken for what it is when a newer version wrote it', () => {
    const { facts } = read({ version: 2, program: '/a.js' });
    assert.equal(facts.program, '/a.js');
    assert.deepEqual(facts.diagnostics, [{ code: 'recording-newer', severity: 'info', file: '/r.cpuprofile' }]);
  });

  it('is nothing where nothing can be understood, with the first key that cannot', () => {
    const { facts, scripts } = read({ version: 1, program: '/a.js', scripts: [{ url: 1 }] });
    const unreadable = { code: 'recording-facts-unreadable', severity: 'warning', key: 'scripts.0.url' };
    assert.deepEqual(
      { facts, scripts },
      { facts: { diagnostics: [{ ...unreadable, file: '/r.cpuprofile' }] }, scripts: [] },
    );
  });
});

describe("the recorder's scripts", () => {
  it('are the bootloader, what lies beside it, and what takes samples', () => {
    assert.deepEqual(recorderScripts('/my dist/bootloader.cjs'), [
      '/my dist/bootloader.cjs',
      '/my dist/strip-loader.cjs',
      '/my dist/strip-hooks.cjs',
      RECORDER_SCRIPT,
    ]);
  });
});
