import { strict as assert } from 'node:assert';
import { type Analysis, builtinsOfLine } from '../../../src/core/index.ts';
import { buildJsonReport } from '../../../src/export/json-report.ts';
import { rowOf } from '../../support/figures.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { describeOnNodes, type ProgramOptions } from '../../support/recording.ts';

/** Line 3 reads a property of objects of twelve shapes, line 7 searches an array, and line 10 does neither. */
const PROGRAM = `const shapes = Array.from({ length: 12 }, (_, k) => ({ ['p' + k]: k, x: k }));
function mega(i) {
  return shapes[i % 12].x + shapes[(i + 5) % 12].x + shapes[(i + 7) % 12].x;
}
const list = Array.from({ length: 300 }, (_, k) => k);
function find(i) {
  return list.indexOf(i % 300);
}
function compute(i) {
  let s = i; for (let k = 0; k < 300; k++) s = (Math.imul(s, 31) + k) | 0; return s;
}
function often(times, f) {
  for (let i = 0; i < times; i++) f(i);
}
often(8e6, mega); often(8e5, find); often(3e5, compute);
`;

describeOnNodes('the builtins of lines', nodeMajors, (bench) => {
  const analysisOf = async (more: ProgramOptions = {}): Promise<Analysis> =>
    (await bench.record(PROGRAM, { name: 'shapes.js', interval: 500, sampler: 'v8log', ...more })).analyze();

  it('are told from V8’s log', async () => {
    const analysis = await analysisOf();
    const [read, search, computed] = [3, 7, 10].map((line) =>
      [...(builtinsOfLine(analysis.lines, rowOf(analysis, 'shapes.js', line)) ?? [])].sort((a, b) => b.part - a.part),
    );
    const all = (parts: typeof read): number => parts.reduce((sum, { part }) => sum + part, 0);
    const seen = JSON.stringify([read, search, computed]);
    assert.match(read.at(0)?.name ?? '', /^LoadIC_Megamorphic/, seen);
    assert.match(search.at(0)?.name ?? '', /^Array(Prototype)?IndexOf/, seen);
    assert.ok(all(computed) < all(read), seen);
  });

  it('are told as below the line’s call where frames were not repaired', async () => {
    const analysis = await analysisOf({ frameRepair: false });
    assert.ok(analysis.quality.lostFrameShare > 0);
    const { lines } = buildJsonReport(analysis);
    const below = ({ builtins }: (typeof lines)[number]): number =>
      (builtins ?? []).reduce((sum, part) => sum + (part.below ? part.ms : 0), 0);
    const [most] = [...lines].sort((a, b) => below(b) - below(a));
    assert.ok(below(most) > 0 && most.line >= 12, JSON.stringify(most));
    assert.equal(most.precision, 'estimated');
    assert.match(most.reason ?? '', / below this call, in .*: line unknown \(recorded without frame repair\)\./);
  });
});
