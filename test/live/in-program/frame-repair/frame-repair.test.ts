import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { assertOnOneLine, hottestLine } from '../../../support/figures.ts';
import { bySampler, isLinux, isRepaired, itWhere, onLinux, onRepaired } from '../../../support/it-where.ts';
import { nodeMajors, outerNodeMajors } from '../../../support/nodes.ts';
import { type Bench, BUSY, describeOnNodes, type ProgramOptions, type Recorded } from '../../../support/recording.ts';

/** Its time is in builtins without frames, which V8 counts to the caller's line 5, or to that of the caller's caller. */
const TEMPLATES = `function hot(i) {
  return \`\${i}-item-\${i + 1}\`;
}
function run(n) {
  let s = 0; for (let i = 0; i < n; i++) s += hot(i).length; return s;
}
for (let k = 0; k < 2000; k++) run(20000);
process.stdout.write(JSON.stringify(Object.keys(process.env).filter((name) => name.startsWith('HEATLINE_'))));
`;

async function recordTemplates(bench: Bench, more: ProgramOptions): Promise<Recorded> {
  const recorded = await bench.record(TEMPLATES, { name: 'templates.js', interval: 500, ...more });
  const before = Object.keys(process.env).filter((name) => name.startsWith('HEATLINE_'));
  assert.deepEqual(JSON.parse(recorded.stdout), before, 'the program sees none of our variables');
  return recorded;
}

describeOnNodes('frames that V8 loses', nodeMajors, (bench) => {
  bySampler(onRepaired)('are brought back: the time is on the line that spends it', async (sampler) => {
    const analysis = await (await recordTemplates(bench, { sampler })).analyze();
    const { frameRepair } = analysis.facts;
    assert.ok(frameRepair?.state === 'on', JSON.stringify(frameRepair));
    assert.ok(frameRepair.mended > 0 && frameRepair.mended < frameRepair.samples, JSON.stringify(frameRepair));
    assert.equal(hottestLine(analysis), 'templates.js:2');
    // 92 to 97 % are there, the fewer the shorter it runs; without the repair 15 to 60 %.
    assertOnOneLine(analysis, 'templates.js', 0.9);
  });
});

describeOnNodes('the frame repair', outerNodeMajors, (bench) => {
  it('is off where that is wished', async () => {
    const { facts } = await (await recordTemplates(bench, { frameRepair: false })).analyze();
    assert.equal(facts.frameRepair?.state === 'off' && facts.frameRepair.reason, 'setting');
  });

  onRepaired('mends the samples of workers at the same time, by what it learns on their threads', async () => {
    // A worker has an isolate, a copy of the builtins and a stack of its own. The main thread only waits.
    const text = `${BUSY}const { Worker, isMainThread } = require('node:worker_threads');
        if (isMainThread) for (let k = 0; k < 3; k++) new Worker(__filename);
        else untilSampled(() => { for (let i = 0, s = 0; i < 1e6; i++) s += \`\${i}-item-\${i + 1}\`.length; });`;
    const { facts, threads } = await (await bench.record(text, { interval: 500, sampler: 'v8log' })).analyze();
    assert.ok(facts.frameRepair?.state === 'on' && facts.frameRepair.mended > 0, JSON.stringify(facts.frameRepair));
    assert.equal(threads.length, 4);
    assert.ok(threads.every(({ samples }) => samples > 0));
  });
});

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
huge(8_000_000, objects);
`;
}

describeOnNodes(`a function of ${LINES} lines, which V8 interprets`, nodeMajors, (bench) => {
  // Without the repair bytecode handlers and the builtins that they call hide the interpreted function.
  bySampler(onRepaired)('has its time on its hot line', async (sampler) => {
    const { analyze } = await bench.record(hugeFunction(), { name: 'huge.js', interval: 500, sampler });
    const analysis = await analyze();
    assert.equal(hottestLine(analysis), `huge.js:${HOT_LINE}`);
    // None is really elsewhere, and without the repair most were.
    assertOnOneLine(analysis, 'huge.js', 0.9);
  });
});

const [kernel, patch] = os.release().split('.').map(Number);
/** Since Linux 6.12 threads have slices of their own, which are told where it was built such that it tells. */
const tellsSlices =
  isRepaired &&
  (kernel > 6 || (kernel === 6 && patch >= 12)) &&
  existsSync('/proc/self/sched') &&
  readFileSync('/proc/self/sched', 'utf8').includes('se.slice');

/** Computes in the main thread and in a worker, and prints what the system says of each sampling thread of its process. */
const SLICES = `const { Worker, isMainThread, parentPort } = require('node:worker_threads');
const fs = require('node:fs');
${BUSY}
const read = (file) => { try { return fs.readFileSync(file, 'latin1'); } catch { return ''; } };
const tell = () => {
  const threads = fs.readdirSync('/proc/self/task').filter((id) => /ProfEvntProc|SamplingThread/.test(read('/proc/self/task/' + id + '/comm')));
  const slices = threads.map((id) => Number(/se\\.slice\\s*:\\s*(\\d+)/.exec(read('/proc/self/task/' + id + '/sched'))?.[1]));
  console.log(JSON.stringify(slices));
};
if (!isMainThread) { busy(200); parentPort.postMessage(0); parentPort.on('message', () => parentPort.close()); }
else {
  const worker = new Worker(__filename);
  worker.on('message', () => { busy(200); tell(); worker.postMessage(0); });
}
`;

describeOnNodes(`V8's sampling threads`, nodeMajors, (bench) => {
  const told = bySampler(itWhere(tellsSlices, 'this kernel tells no slices'));
  for (const [how, frameRepair] of Object.entries({ with: true, without: false }))
    told(`go before the threads that they sample, ${how} the addon in the program`, async (sampler) => {
      const { stdout } = await bench.record(SLICES, { sampler, frameRepair });
      assert.deepEqual(JSON.parse(stdout), [100_000, 100_000]);
    });
});

/** Prints which files of native code that are ours are mapped into it, by its worker and then by its child, too. */
const MAPPED = `const { Worker, isMainThread } = require('node:worker_threads');
const { execFileSync } = require('node:child_process');
const maps = require('node:fs').readFileSync('/proc/self/maps', 'latin1').split('\\n');
console.log(maps.filter((line) => /frame-repair[^/]*\\.node$/.test(line)).length);
if (isMainThread && !process.argv[2])
  new Worker(__filename).on('exit', () => console.log(String(execFileSync(process.execPath, [__filename, 'child']))));
`;
describeOnNodes('the native code in a program', outerNodeMajors, (bench) => {
  const countsIn = ({ stdout }: Recorded): number[] => stdout.trim().split(/\s+/).map(Number);

  bySampler(onLinux)('is none of ours where frames are not to be repaired', async (sampler) => {
    assert.deepEqual(countsIn(await bench.record(MAPPED, { sampler, frameRepair: false })), [0, 0, 0]);
  });

  itWhere(isLinux && ['x64', 'arm64'].includes(process.arch), 'the addon is for Linux')(
    'is found by this test where there is some',
    async () => {
      const counts = countsIn(await bench.record(MAPPED));
      assert.ok(
        counts.every((count) => count > 0),
        counts.join(),
      );
    },
  );
});
