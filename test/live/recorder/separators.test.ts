import assert from 'node:assert/strict';
import { transformSync } from 'esbuild';
import { analyze } from '../../../src/analysis/analyze.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { record, useBench } from '../../support/recording.ts';
import { sourceLines } from '../../../src/cli/report-view.ts';

/** The hot line is the sixth of an editor; JavaScript counts four more. */
const PROGRAM = `const text: string = 'a\u2028b\u2029c';
/* \u2028 */
function hot(end: number): number {
  let sum = 0; // \u2029
while (Date.now() < end)
    for (let i = 0; i < 100000; i++) sum = (sum * 31 + i) | 0;
  return sum;
}
console.log(hot(Date.now() + 400) & text.length);
`;
const HOT = 6;

for (const major of nodeMajors)
  for (const sampler of ['v8log', 'inspector'] as const)
    describe(`a program with U+2028 in it on Node ${major} (${sampler})`, function () {
      this.timeout(60_000);
      const bench = useBench(major);

      const hottest = async (program: string): Promise<readonly [string, number, string | undefined]> => {
        const { outcome } = await record(bench.options(program, { sampler }));
        assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
        const { lines, sources } = await analyze(outcome.recording);
        const row = lines.selfTime.indexOf(Math.max(...lines.selfTime));
        const source = sources[lines.source[row]];
        const excerpt = sourceLines()(source, lines.line[row]);
        return [source.path.replace(/^.*\//, ''), lines.line[row], excerpt?.trim()];
      };
      const text = PROGRAM.split('\n')[HOT - 1].trim();

      it('has its heat on an editor’s line', async () => {
        const plain = PROGRAM.replaceAll(/: (string|number)(?= =|\)| \{)/g, '');
        assert.deepEqual(await hottest(await bench.write('plain.js', plain)), ['plain.js', HOT, text]);
      });

      it('has its heat on an editor’s line of its original', async () => {
        await bench.write('original.ts', PROGRAM);
        const options = { loader: 'ts', sourcemap: 'inline', sourcefile: 'original.ts' } as const;
        const { code } = transformSync(PROGRAM, options);
        assert.deepEqual(await hottest(await bench.write('built.js', code)), ['original.ts', HOT, text]);
      });
    });
