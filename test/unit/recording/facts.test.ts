import assert from 'node:assert/strict';
import { formatHeatlineSection, parseHeatlineSection, recorderScripts } from '../../../src/recording/facts.ts';
import { RECORDER_SCRIPT } from '../../../src/recording/rendezvous.ts';
import type { Diagnostic, Ending, EndingSentence, HeatlineSection } from '../../../src/recording/index.ts';

const read = (value: unknown): HeatlineSection => parseHeatlineSection('/r.cpuprofile', value);
const readBack = (section: HeatlineSection): HeatlineSection => read(JSON.parse(formatHeatlineSection(section)));

describe('what a recording says about itself', () => {
  const endings: (Ending | EndingSentence)[] = [
    { kind: 'exit', code: 3, error: 'TypeError' },
    { kind: 'exit' },
    { kind: 'signal', signal: 'SIGINT' },
    { kind: 'killed', signal: 'SIGKILL' },
    { kind: 'stopped', by: 'log-limit' },
    { kind: 'sentence', sentence: 'It ended.' },
  ];
  for (const ending of endings) {
    it(`is read as it was written, with the ending ${JSON.stringify(ending)}`, () => {
      const diagnostics: Diagnostic[] = [
        { code: 'interval-short', severity: 'info', intervalUs: 100, achievableUs: 170 },
        { code: 'program-syntax-error', severity: 'error', error: 'Unexpected token', file: '/a.js', line: 3 },
        { code: 'source-map-stale', severity: 'warning', file: '/b.js' },
        { code: 'x', severity: 'info', message: 'A sentence of a version before.' },
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

describe('what Heatline 0.1 noted', () => {
  it('is read: the bootloader alone, and endings and diagnostics as sentences', () => {
    const ending = 'The recording was stopped.';
    const diagnostics = [{ code: 'log-too-large', severity: 'warning', message: 'Too large.', file: '/a.js' }];
    const { facts } = read({ version: 1, recorderScript: '/dist/bootloader.cjs', ending, diagnostics });
    assert.deepEqual(facts.recorderScripts, recorderScripts('/dist/bootloader.cjs'));
    assert.deepEqual(facts.ending, { kind: 'sentence', sentence: ending });
    assert.deepEqual(facts.diagnostics, diagnostics);
    const ended = read({ version: 1, ending: 'The program ended with code 0.' });
    assert.deepEqual(ended.facts.ending, { kind: 'exit', code: 0 });
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
