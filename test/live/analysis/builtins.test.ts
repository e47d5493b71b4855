import { strict as assert } from 'node:assert';
import { formatReport } from '../../../src/cli/format-report.ts';
import { buildJsonReport } from '../../../src/export/json-report.ts';
import { type Analysis, builtinsOfLine } from '../../../src/core/index.ts';
import { buildIndex } from '../../../src/extension/analysis/analysis-index.ts';
import type { AnalysisView } from '../../../src/extension/analysis/analysis-store.ts';
import { hoverText } from '../../../src/extension/heat/hover-text.ts';
import { buildPanelModel } from '../../../src/panel/index.ts';
import { formatBuiltinPart, notableBuiltins } from '../../../src/present/builtins.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';
import { builtinsOf } from '../../../src/webview/model/hot-lines.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { describeOnNodes, type ProgramOptions } from '../../support/recording.ts';
import { sourceLines } from '../../../src/cli/report-view.ts';

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

/** The row of a line of the program; -1 where it has no time. */
function rowOf({ lines, sources }: Analysis, line: number): number {
  const isThere = (row: number): boolean => (sources[lines.source[row]]?.path ?? '').endsWith('shapes.js');
  return lines.line.findIndex((at, row) => at === line && isThere(row));
}

/** What the hover, the panel, the report and the JSON say of a line of the program. */
function toldOf(analysis: Analysis, line: number) {
  const row = rowOf(analysis, line);
  const view = { id: 1, analysis, index: buildIndex(analysis), title: 'test' } as unknown as AnalysisView;
  const tables = buildPanelModel(analysis, 1, ({ path }) => path);
  const nameOf = (fn: number): string => analysis.functions.name[fn];
  const options = { width: 400, top: 20, all: false, cwd: '/', paint: (_: string, text: string): string => text };
  return {
    hover: plainSpaces(hoverText(view, row, { stale: false, differs: false, text: '', showGc: false, isWhole: true })),
    panel: notableBuiltins(builtinsOf(tables, row)).map((part) => plainSpaces(formatBuiltinPart(part, nameOf))),
    report: formatReport(analysis, { ...options, lineOf: sourceLines() }),
    json: buildJsonReport(analysis).lines.find((each) => each.line === line && each.file?.endsWith('shapes.js')),
  };
}

describeOnNodes('the builtins of lines', nodeMajors, (bench) => {
  const analysisOf = async (more: ProgramOptions = {}): Promise<Analysis> =>
    (await bench.record(PROGRAM, { name: 'shapes.js', interval: 500, sampler: 'v8log', ...more })).analyze();

  it('are told from V8’s log', async () => {
    const analysis = await analysisOf();
    const partsOf = (line: number) => [...(builtinsOfLine(analysis.lines, rowOf(analysis, line)) ?? [])];
    /** The builtin with most of a line, where any has. */
    const mostOf = (line: number): string => partsOf(line).sort((a, b) => b.part - a.part)[0]?.name ?? '';
    const all = (line: number): number => partsOf(line).reduce((sum, one) => sum + one.part, 0);
    const seen = JSON.stringify([3, 7, 10].map(partsOf));
    assert.match(mostOf(3), /^LoadIC_Megamorphic/, seen);
    assert.ok(all(10) < all(3), seen);
    assert.match(mostOf(7), /^Array(Prototype)?IndexOf/, seen);
    const { hover, panel, report, json } = toldOf(analysis, 3);
    const told = '[0-9.]+ % in `?LoadIC_Megamorphic\\w*`? \\(property reads of objects of many shapes\\)';
    assert.match(hover, new RegExp(`Of this line, in V8’s own code:\\n- ${told}`));
    assert.match(hover, /objects of many shapes \(megamorphic\)\. Make these objects in one way/);
    assert.match(panel[0], new RegExp(`^${told}$`));
    assert.match(report, new RegExp(`shapes\\.js:3 .*\\n +${told}\\n`));
    assert.match(json?.builtins?.[0]?.name ?? '', /^LoadIC_Megamorphic/);
    assert.equal(json?.builtins?.[0]?.probablyBelow, null);
    const search = '[0-9.]+ % in Array(\\.prototype\\.indexOf|IndexOf\\w*) \\(search in an array from its start\\)';
    assert.match(report, new RegExp(search));
  });

  it('are told as below the line’s call where frames were not repaired', async () => {
    const analysis = await analysisOf({ frameRepair: false });
    assert.ok(analysis.quality.lostFrameShare > 0);
    const below = (line: ReturnType<typeof buildJsonReport>['lines'][number]): number =>
      (line.builtins ?? []).reduce((sum, part) => sum + (part.below ? part.ms : 0), 0);
    const [most] = [...buildJsonReport(analysis).lines].sort((a, b) => below(b) - below(a));
    assert.ok(below(most) > 0 && most.line >= 12, JSON.stringify(most));
    assert.equal(most.precision, 'estimated');
    const { hover, json, report } = toldOf(analysis, most.line);
    const reason =
      /[0-9.]+ % of this time is somewhere below this call, in .*: line unknown \(recorded without frame repair\)\./;
    assert.match(json?.reason ?? '', reason);
    // Of `f` one of three is called: none is named, as most of the time of that one is lost. `often` is the only one there.
    assert.match(hover, /% in `.+, somewhere below this call(, probably in or below `often` \(estimated\))?\n/);
    assert.match(hover, /Precision: estimated\.[^]* % of this time is somewhere below this call/);
    assert.match(report, / in .+, somewhere below this call(, probably in or below often \(estimated\))?\n/);
  });
});
