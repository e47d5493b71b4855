import assert from 'node:assert/strict';
import { describeDiagnostic } from '../../../src/present/diagnostics.ts';
import { formatHeatlineSection, parseHeatlineSection } from '../../../src/recording/facts.ts';
import type { Diagnostic, DiagnosticCode, DiagnosticOf } from '../../../src/recording/index.ts';

type Examples = { readonly [Code in DiagnosticCode]: Omit<DiagnosticOf<Code>, 'code' | 'severity'> };

const file = '/app/dist/out.js';
const generated = '/app/dist/out.js';
/** One of each; the compiler sees to it that none is missing. */
const examples: Examples = {
  'interval-short': { intervalUs: 100, achievableUs: 170 },
  'log-too-large': { limitBytes: 2 * 1024 ** 3 },
  'recorder-killed': {},
  'marks-limit': { marks: 20_000 },
  'mark-without-start': { names: ['parse', ''] },
  'marks-empty': {},
  'log-cut': { reason: 'ENOSPC: no space left on device, write' },
  'program-gone': { kept: 'most', why: 'killed', signal: 'SIGKILL', file },
  'no-node-recorded': { nodes: 2 },
  'processes-run-on': { processes: [{ pid: 12, name: 'server.js' }] },
  'sampling-ended-early': { afterUs: 1_500_000 },
  'recording-not-finished': { reason: 'no reason' },
  'build-output-stale': { program: '/app/src/main.ts', file },
  'build-output-without-map': { program: '/app/src/main.ts', file },
  'tsconfig-unreadable': { reason: "File '@somewhere/else' not found", file },
  'recording-facts-unreadable': { key: 'scripts.0.url', file },
  'recording-newer': { file },
  'times-repaired': { samples: 3 },
  'v8-log-shared': { threads: 2, file },
  'v8-log-broken-lines': { lines: 3, file },
  'v8-log-broken-tables': { functions: 4, file },
  'threads-not-found': { file },
  'stacks-truncated': { stacks: 5, file },
  'samples-lost': { lost: 1200, taken: 5000, file },
  'threads-started': { share: 0.3, cpuUs: 560_000, threads: 16, file },
  'inlined-unknown': { share: 0.123 },
  'inlined-elsewhere': { share: 0.5, runtimeVersion: 'v20.20.2' },
  'frames-may-be-lost': { share: 0.9, areSamplesKnown: false, attached: true },
  'eval-unnamed': { share: 0.4, value: 'alloc_space' },
  'source-map-missing': { url: 'out.js.map', file },
  'source-map-remote': { url: 'https://example.org/out.js.map', file },
  'source-map-too-big': { url: 'out.js.map', limitBytes: 512 * 1024 ** 2, file },
  'source-map-corrupt': { map: '/app/dist/out.js.map', reason: 'it is no JSON', generated, file },
  'source-map-stale': { file },
  'source-map-mismatched': { reason: 'it was made for other.js', file },
  'source-map-without-columns': { file },
  'source-map-empty': { file },
  'source-map-unknown': { file },
  'source-changed': { generated, file: '/app/src/main.ts' },
  'files-elsewhere': { share: 0.12, file: '/app/dist/a b.js', from: '/app/dist', to: "/home/o'neil/app" },
  'source-newer': { generated, file: '/app/src/main.ts' },
};

describe('diagnostics in words', () => {
  for (const [code, details] of Object.entries(examples)) {
    const diagnostic = { code, severity: 'info', ...details } as Diagnostic;

    it(`say all of ${code} in whole sentences`, () => {
      const sentence = describeDiagnostic(diagnostic);
      assert.match(sentence, /^\S.*[^.]\.$/);
      assert.doesNotMatch(sentence, /undefined|NaN|\[object/);
    });

    it(`keep all of ${code} in a recording`, () => {
      const text = formatHeatlineSection({ facts: { diagnostics: [diagnostic] }, scripts: [] });
      assert.deepEqual(parseHeatlineSection('/r', JSON.parse(text)).facts.diagnostics, [diagnostic]);
    });
  }

  it('say a sentence of old as it is', () => {
    assert.equal(describeDiagnostic({ code: 'log-too-large', severity: 'warning', message: 'As it is.' }), 'As it is.');
  });

  const told: [Diagnostic, RegExp][] = [
    [
      { code: 'program-gone', severity: 'warning', kept: 'all', why: 'out-of-memory' },
      /^The program ran out of memory; .* kept\.$/,
    ],
    [{ code: 'no-node-recorded', severity: 'error', nodes: 1 }, /^The Node process that the command ran could not/],
    [
      {
        ...{ code: 'no-node-recorded', severity: 'error', nodes: 0 },
        unrecorded: [{ name: 'a.js', pid: 7, processes: 1, cpuUs: 1e5, reason: 'not-reached' }],
      },
      /reach: nothing was recorded\. 100\sms .*environment: a\.js \(pid 7\)/,
    ],
    [
      { code: 'program-gone', severity: 'error', kept: 'none', why: 'killed' },
      /^The program was killed by the system: nothing was recorded; record a V8 log/,
    ],
    [{ code: 'log-too-large', severity: 'warning', limitBytes: 2048 }, /reached 2 kB/],
    [{ code: 'recording-newer', severity: 'warning', inThreads: ['worker 1'] }, /^worker 1: This recording/],
    [
      { code: 'recording-newer', severity: 'warning', inThreads: ['a', 'b', 'c'] },
      /^a and 2 more threads: This recording/,
    ],
    [
      { code: 'source-map-missing', severity: 'info', url: 'u', file: '/app/node_modules/a/a.js' },
      /lines, as its package comes without it\.$/,
    ],
    [{ code: 'source-map-missing', severity: 'warning', url: 'u', file }, /lines; build it again with source maps\.$/],
    [{ code: 'stacks-truncated', severity: 'info', stacks: 1, file }, /^1 stack was deeper/],
    [
      { code: 'source-map-remote', severity: 'warning', url: 'u', file: 'C:\\app\\a.js' },
      /save it as a\.js\.map beside/,
    ],
  ];
  for (const [diagnostic, sentence] of told)
    it(`say ${JSON.stringify(diagnostic)}`, () => assert.match(describeDiagnostic(diagnostic), sentence));
});
