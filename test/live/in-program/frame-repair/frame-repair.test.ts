import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { analyze } from '../../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../../src/core/index.ts';
import type { SamplerName } from '../../../../src/recording/index.ts';
import { type RecordOptions } from '../../../../src/recorder/index.ts';
import { itWhere } from '../../../support/it-where.ts';
import { nodeMajors } from '../../../support/nodes.ts';
import { type Bench, record, useBench } from '../../../support/recording.ts';

const isProven = process.platform === 'linux' && process.arch === 'x64';
const onlyThere = 'the frame repair is for Linux x64';

/**
 * Its time is in builtins without frames, which V8 counts to the caller's line 5, or to that of the caller's caller. It
 * ends by the clock of its own CPU time, so that a busy machine makes it longer, but not its samples fewer.
 */
const TEMPLATES = `function hot(i) {
  return \`\${i}-item-\${i + 1}\`;
}
function run(n) {
  let s = 0; for (let i = 0; i < n; i++) s += hot(i).length; return s;
}
const cpu = () => process.cpuUsage().user;
const end = cpu() + 500_000;
while (cpu() < end) run(20000);
process.stdout.write(JSON.stringify(Object.keys(process.env).filter((name) => name.startsWith('HEATLINE_'))));
`;

async function analyzeTemplates(bench: Bench, more: Partial<RecordOptions>): Promise<Analysis> {
  const program = await bench.write('templates.js', TEMPLATES);
  const { outcome, stdout } = await record(bench.options(program, { interval: 500, ...more }));
  assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
  const before = Object.keys(process.env).filter((name) => name.startsWith('HEATLINE_'));
  assert.deepEqual(JSON.parse(stdout.toString()), before, 'the program sees none of our variables');
  return analyze(outcome.recording);
}

/**
 * Share of the program's own lines' samples. Not of their time: on a busy machine a few samples stand for all that the
 * program waited for a CPU.
 */
function shareOfLine({ lines, sources }: Analysis, line: number): number {
  const own = [...lines.line.keys()].filter((row) => sources[lines.source[row]]?.path.endsWith('templates.js'));
  const count = (rows: readonly number[]): number => rows.reduce((sum, row) => sum + lines.selfSamples[row], 0);
  return count(own.filter((row) => lines.line[row] === line)) / count(own);
}

for (const major of nodeMajors) {
  describe(`frames that V8 loses, on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);

    for (const sampler of ['inspector', 'v8log'] as const satisfies SamplerName[]) {
      itWhere(isProven, onlyThere)(
        `are brought back for ${sampler}: the time is on the line that spends it`,
        async () => {
          const analysis = await analyzeTemplates(bench, { sampler });
          const { frameRepair } = analysis.facts;
          assert.ok(frameRepair?.state === 'on', JSON.stringify(frameRepair));
          const share = frameRepair.mended / frameRepair.samples;
          assert.ok(share > 0.4 && share < 1, JSON.stringify(frameRepair));
          // 92 to 97 % with a dozen processes on two cores, 15 to 60 % without the repair.
          assert.ok(shareOfLine(analysis, 2) > 0.85, `only ${shareOfLine(analysis, 2)} on the hot line`);
        },
      );
    }

    itWhere(isProven, onlyThere)('are left lost where addons are not allowed, and the program runs on', async () => {
      const { facts } = await analyzeTemplates(bench, { runtimeArgs: ['--no-addons'] });
      assert.equal(facts.frameRepair?.state === 'off' && facts.frameRepair.reason, 'refused');
    });

    it('are left lost where that is wished', async () => {
      const { facts } = await analyzeTemplates(bench, { frameRepair: false });
      assert.equal(facts.frameRepair?.state === 'off' && facts.frameRepair.reason, 'setting');
    });
  });
}

/** A worker's share in the same construct: it has an isolate, a copy of the builtins and a stack of its own. */
const WORKERS = `const { Worker, isMainThread } = require('node:worker_threads');
if (isMainThread) for (let k = 0; k < 3; k++) new Worker(__filename);
else {
  const end = process.cpuUsage().user + 900_000;
  let s = 0;
  while (process.cpuUsage().user < end) for (let i = 0; i < 5000; i++) s += \`\${i}-item-\${i + 1}\`.length;
}
`;

describe('the frame repair in workers', function () {
  this.timeout(60_000);
  const bench = useBench(24);

  itWhere(isProven, onlyThere)('mends their samples too, by what it learns on their threads', async () => {
    const program = await bench.write('workers.js', WORKERS);
    const { outcome } = await record(bench.options(program, { interval: 500, sampler: 'v8log' }));
    assert.ok(outcome.recording, JSON.stringify(outcome.diagnostics));
    const { frameRepair } = (await analyze(outcome.recording)).facts;
    // The main thread only waits: what is mended was in the workers.
    assert.ok(frameRepair?.state === 'on' && frameRepair.mended > 50, JSON.stringify(frameRepair));
  });
});

describe('the frame repair', () => {
  it('is told by its counters from their places in the binary', async () => {
    const folder = path.join(import.meta.dirname, '../../../../src/in-program/frame-repair');
    const [header, loader] = await Promise.all(
      ['base.h', 'frame-repair.ts'].map((name) => readFile(path.join(folder, name), 'utf8')),
    );
    const [, block = ''] = /enum counter \{(.*?)\n {2}COUNTERS/s.exec(header) ?? [];
    const inC = [...block.matchAll(/^ {2}([A-Z_]+),$/gm)].map(([, name]) => name.toLowerCase().replaceAll('_', ''));
    const [, list = ''] = /counterNames = \{(.*?)\}/s.exec(loader) ?? [];
    const told = [...list.matchAll(/(\w+): (\d+)/g)].map(([, name, place]) => ({ name, place: Number(place) }));
    assert.equal(told.length, 3);
    for (const { name, place } of told) assert.equal(inC[place], name.toLowerCase());
  });
});
