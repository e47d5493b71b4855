import assert from 'node:assert/strict';
import { analyze } from '../../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../../src/core/index.ts';
import type { SamplerName } from '../../../../src/recording/index.ts';
import { itWhere } from '../../../support/it-where.ts';
import { nodeMajors } from '../../../support/nodes.ts';
import { record, useBench } from '../../../support/recording.ts';

const isProven = process.platform === 'linux' && process.arch === 'x64';
const LINES = 8000;
const HOT_LINE = 4006;

/** A function so long that V8 never optimises it; but for one line it does next to nothing. */
function hugeFunction(): string {
  const lines = Array.from({ length: LINES }, (_, i) => `  if (s === ${i * 7919 + 5000}) s = ${i};`);
  lines[0] = 'function huge(n, o) {';
  lines[1] = '  let s = 0; const a = [];';
  lines[HOT_LINE - 1] =
    '  for (let k = 0; k < n; k++) { a[k & 63] = `x${k & 7}`.length + o[k & 15].x; s = (s + a[k & 7]) & 1023; }';
  lines[LINES - 2] = '  return s;';
  lines[LINES - 1] = '}';
  const objects = 'Array.from({ length: 16 }, (_, k) => ({ [`p${k}`]: k, x: k }))';
  return `${lines.join('\n')}
const objects = ${objects}, end = process.cpuUsage().user + 600_000;
while (process.cpuUsage().user < end) huge(50_000, objects);
`;
}

/** Share of the samples of the program's lines. */
function shareOfHotLine({ lines, sources }: Analysis): number {
  const own = [...lines.line.keys()].filter((row) => sources[lines.source[row]]?.path.endsWith('huge.js'));
  const count = (rows: readonly number[]): number => rows.reduce((sum, row) => sum + lines.selfSamples[row], 0);
  return count(own.filter((row) => lines.line[row] === HOT_LINE)) / count(own);
}

for (const major of nodeMajors) {
  describe(`a function of ${LINES} lines, which V8 interprets, on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);

    for (const sampler of ['inspector', 'v8log'] as const satisfies SamplerName[]) {
      // Without the repair 16 to 88 %: bytecode handlers and the builtins that they call hide the interpreted function.
      itWhere(isProven, 'the frame repair is for Linux x64')(
        `has its time on its hot line, by ${sampler}`,
        async () => {
          const program = await bench.write('huge.js', hugeFunction());
          const { outcome } = await record(bench.options(program, { interval: 500, sampler }));
          assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
          const share = shareOfHotLine(await analyze(outcome.recording));
          assert.ok(share >= 0.85, `only ${share}`);
        },
      );
    }
  });
}
