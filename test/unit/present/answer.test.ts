import assert from 'node:assert/strict';
import { type Analysis, findAnswer } from '../../../src/core/index.ts';
import { describeAnswer } from '../../../src/present/answer.ts';
import { plainSpaces } from '../../../src/present/quantities.ts';
import { analysisOf, type StackOptions } from '../../support/profile-from-stacks.ts';

const inTurns = (count: number, ...stacks: string[]): string[] => Array.from({ length: count }, () => stacks).flat();
const called: StackOptions = { callSites: true };
const runner = 'node_modules/vitest/dist/run:1';

function answerOf(analysis: Analysis): string {
  const answer = findAnswer(analysis);
  if (answer === undefined) return '';
  const nameOf = ({ path }: { readonly path: string }): string => path.replace(/^.*\//, '');
  return plainSpaces(describeAnswer({ analysis, answer, nameOf }));
}

/** A program, drawn as stacks of 1 ms, and where most of its time goes. */
const cases: readonly (readonly [what: string, stacks: readonly string[], answer: string, options?: StackOptions])[] = [
  ['nothing', [], ''],
  [
    'a line that computes',
    ['80× main:2', '20× main:3'],
    '80.0 % of 100 ms of active time is spent on main.js:2, in main',
  ],
  [
    'two lines that are close',
    ['60× main:2', '40× main:3'],
    '60.0 % of 100 ms of active time is spent on main.js:2, in main. Next: 40.0 % is spent on main.js:3, in main',
  ],
  [
    'a line and what it calls outside of own code',
    ['21× main:3', '72× main:3 > internal/fs:5', '7× main:2'],
    '93.0 % of 100 ms of active time is spent in or below main.js:3, in main: 21.0 % itself, 72.0 % in internal/fs',
    called,
  ],
  [
    'a line whose native code is its own time',
    ['21× main:3', '79× main:3 > [sort]'],
    '100 % of 100 ms of active time is spent on main.js:3, in main',
    called,
  ],
  [
    'a line that makes functions, once',
    ['20× main:3', '80× main:3 > (compiling)'],
    '100 % of 100 ms of active time is spent in or below main.js:3, in main: 20.0 % itself, 80.0 % in compiling',
    called,
  ],
  [
    'a line that loads modules, once',
    ['20× main:3', '45× main:3 > internal/load:5 > (compiling)', '35× main:3 > internal/load:5'],
    '100 % of 100 ms of active time is spent in or below main.js:3, in main: 20.0 % itself, 80.0 % in internal/load',
    called,
  ],
  [
    'own code that is called, on its own line',
    ['10× main:3', '90× main:3 > work:2'],
    '90.0 % of 100 ms of active time is spent on work.js:2, in work',
    called,
  ],
  [
    'a function whose calls have no lines',
    ['10× main:3', '90× main:3 > internal/fs:5'],
    '100 % of 100 ms of active time is spent in or below main at main.js:1: 10.0 % itself (nearly all of it at main.js:3), 90.0 % in internal/fs; from which line it calls is not recorded',
  ],
  [
    'garbage collection, and the line before it',
    inTurns(10, '4× main:3', '6× (garbage collector)'),
    '60.0 % of 100 ms of active time is garbage collection, nearly all of it behind main.js:3. Next: 40.0 % is spent on main.js:3, in main',
  ],
  [
    'waiting',
    ['88× (idle)', '12× main:2'],
    'waited for 88.0 % of 100 ms (network, timers, files, thread pool, child processes); computed for 12.0 ms. 100 % of that is spent on main.js:2, in main',
  ],
  [
    'idle time at the end, which may be the recorder’s',
    ['12× main:2', '88× (idle)'],
    '100 % of 12.0 ms of active time is spent on main.js:2, in main',
  ],
  [
    'a wait that is a small part',
    ['20× (idle)', ...inTurns(10, ...Array.from({ length: 8 }, (_, i) => `main:${i + 2}`))],
    `12.5 % of 80.0 ms of active time is spent on main.js:2, in main. Next: 12.5 % is spent on main.js:3, in main`,
  ],
  [
    'nothing but waiting',
    ['50× (idle)'],
    'the program was idle all the time (50.0 ms): it waited for timers, files or the network; profile it while it is busy',
  ],
  [
    'a synchronous wait',
    ['main:2', 'main:3'],
    'blocked for 73.2 % of 410 ms in synchronous calls, nearly all of it at main.js:3; computed for 110 ms. 90.9 % of that is spent on main.js:2, in main',
    { durations: [100_000, 310_000], cpu: [100_000, 10_000], blocked: [0, 300_000] },
  ],
  [
    'a synchronous wait, of which own lines have hardly any',
    ['main:2', 'main:3', 'internal/fs:5'],
    'blocked for 71.8 % of 425 ms in synchronous calls; computed for 120 ms. 83.3 % of that is spent on main.js:2, in main',
    { durations: [100_000, 15_000, 310_000], cpu: [100_000, 10_000, 10_000], blocked: [0, 5000, 300_000] },
  ],
  [
    'microtasks',
    ['60× (microtasks)', '20× main:2'],
    "75.0 % of 80.0 ms of active time is V8's microtask queue, settling promises and resuming async functions; fewer promises and awaits would reduce that",
  ],
  [
    'Node and V8 outside any function',
    ['60× (program)', '40× main:2'],
    '60.0 % of 100 ms of active time is spent in Node and V8 themselves, outside any function. Next: 40.0 % is spent on main.js:2, in main',
  ],
  [
    'own code below a framework',
    ['70× node_modules/web/index:1', '20× node_modules/web/index:1 > main:2', '10× main:3'],
    'in or below your code: 30.0 ms of 100 ms of active time; hottest: main.js:2, in main, 20.0 ms (66.7 % of that), then main.js:3, in main, 10.0 ms (33.3 % of that)',
  ],
  [
    'tests, whatever their runner costs',
    [`60× ${runner}`, '30× (garbage collector)', `10× ${runner} > search:7`],
    'in or below your code: 10.0 ms of 100 ms of active time; hottest: search.js:7, in search, 10.0 ms (100 % of that)',
  ],
  [
    'next to no own code',
    ['70× node_modules/tool/index:1', '29× internal/fs:1', 'main:2'],
    '99.0 % of 100 ms of active time is spent outside of your code: 70.0 % in dependencies, 29.0 % in Node itself; your code takes 1.0 %',
  ],
  [
    'whose code has the time, where V8 itself takes longer than any own line',
    ['60× node_modules/tool/index:1', '5× main:2', '20× (program)'],
    '70.6 % of 85.0 ms of active time is spent outside of your code: 70.6 % in dependencies; your code takes 5.9 %. Next: in or below your code: 5.00 ms; hottest: main.js:2, in main, 5.00 ms (100 % of that)',
  ],
  [
    'whose code has the time where V8 took longer than own code did',
    ['45× node_modules/tool/index:1', '20× (garbage collector)', '10× main:2'],
    '60.0 % of 75.0 ms of active time is spent outside of your code: 60.0 % in dependencies; your code takes 13.3 %. Next: in or below your code: 10.0 ms; hottest: main.js:2, in main, 10.0 ms (100 % of that)',
  ],
  [
    'what V8 does, and own code that a framework calls',
    ['40× node_modules/web/index:1', '20× main:2', '50× (program)'],
    '45.5 % of 110 ms of active time is spent in Node and V8 themselves, outside any function. Next: in or below your code: 20.0 ms; hottest: main.js:2, in main, 20.0 ms (100 % of that)',
  ],
];

describe('the answer to where most of the time goes', () => {
  for (const [what, stacks, expected, options] of cases)
    it(`is ${what}`, () => assert.equal(answerOf(analysisOf(stacks, options)), expected));

  it('is the hottest own function where that has no lines, and why', () => {
    const analysis = analysisOf(['76× render:2', '22× node_modules/lib:1', '2× pick:2']);
    const { lines, sources } = analysis;
    const isRender = (row: number): boolean => sources[lines.source[row]].path === '/app/render.js';
    const selfTime = lines.selfTime.map((time, row) => (isRender(row) ? 0 : time));
    const file = '/app/render.js';
    const unknown = { ...analysis, lines: { ...lines, selfTime } };
    const told = '76.0 % of 100 ms of active time is spent in render at render.js:1; its lines are not known: ';
    assert.equal(answerOf(unknown), `${told}the recording does not tell them`);
    const diagnostics = [{ code: 'source-map-unknown', severity: 'warning', file } as const];
    assert.equal(answerOf({ ...unknown, diagnostics }), `${told}the file is not the text that ran`);
  });

  it('is the hottest own function where most of its time is on no line', () => {
    const analysis = analysisOf(['76× render:2', '4× render:3', '20× pick:2']);
    const { lines, sources } = analysis;
    const isUnknown = (row: number): boolean =>
      lines.line[row] === 2 && sources[lines.source[row]].path === '/app/render.js';
    const selfTime = lines.selfTime.map((time, row) => (isUnknown(row) ? 0 : time));
    const told = '80.0 % of 100 ms of active time is spent in render at render.js:1; its lines are not known: ';
    assert.equal(answerOf({ ...analysis, lines: { ...lines, selfTime } }), `${told}the recording does not tell them`);
  });

  it('is never that a program waited while one of its threads computed', () => {
    const analysis = analysisOf(['90× (idle)', '10× main:2']);
    const lanes = [...analysis.lanes, { ...analysis.lanes[0], thread: 2 }];
    assert.match(answerOf({ ...analysis, lanes }), /^100 % of 10\.0 ms/);
  });
});
