import assert from 'node:assert/strict';
import { assertOnOneLine, hottestLine } from '../../../support/figures.ts';
import { itWhere } from '../../../support/it-where.ts';
import { nodeMajors } from '../../../support/nodes.ts';
import { describeOnNodes } from '../../../support/recording.ts';

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
const objects = ${objects};
huge(1_500_000, objects);
`;
}

describeOnNodes(`a function of ${LINES} lines, which V8 interprets`, nodeMajors, (bench) => {
  for (const sampler of ['inspector', 'v8log'] as const)
    // Without the repair bytecode handlers and the builtins that they call hide the interpreted function.
    itWhere(isProven, 'the frame repair is for Linux x64')(`has its time on its hot line, by ${sampler}`, async () => {
      const { analyze } = await bench.record(hugeFunction(), { name: 'huge.js', interval: 500, sampler });
      const analysis = await analyze();
      assert.equal(hottestLine(analysis), `huge.js:${HOT_LINE}`);
      // None is really elsewhere, and without the repair most were.
      assertOnOneLine(analysis, 'huge.js', 0.9);
    });
});
