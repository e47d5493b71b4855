import assert from 'node:assert/strict';
import { type Analysis, blockedAt, hottestRequest, sumBlocked } from '../../../src/core/index.ts';
import { analysisOf } from '../../support/profile-from-stacks.ts';

/** `fs < main:3 2`: two milliseconds of Node's `fs` were asked for by line 3 of `main`. */
function requestsOf({ requests, functions, lines }: Analysis): string[] {
  return Array.from(requests.function, (fn, row) => {
    const line = requests.line[row] < 0 ? '' : `:${lines.line[requests.line[row]]}`;
    return `${functions.name[fn]} < ${functions.name[requests.caller[row]]}${line} ${requests.time[row] / 1000}`;
  });
}

const STACKS = [
  'main:3 > internal/read:1',
  'main:3 > internal/read:2 > [open]',
  'main:5 > internal/read:2 > [open]',
  'main:5 > internal/zip:7 > internal/read:1',
  'main:5',
  'internal/loop:1 > [epoll]',
];

describe('blocked time of all lines and functions', () => {
  const stacks = ['main:3 > internal/run:1', 'main:5', 'main:3 > helper:4 > internal/run:1'];
  const use = { cpu: [1, 1, 1], blocked: [300, 40, 5], callSites: true };

  it('is that of each, itself and in Node’s code that it called', () => {
    const analysis = analysisOf(stacks, use);
    const { lines, functions } = sumBlocked(analysis) ?? assert.fail();
    lines.forEach((blocked, row) => assert.equal(blocked, blockedAt(analysis, row)));
    const named = Object.fromEntries(analysis.functions.name.map((name, row) => [name, functions[row]]));
    assert.deepEqual(named, { '(root)': 0, main: 340, helper: 5, 'internal/run': 305 });
  });

  it('is unknown where the recording does not tell', () => {
    assert.equal(sumBlocked(analysisOf(stacks)), undefined);
  });
});

describe("who asked for time in Node's own code", () => {
  it('is the nearest line of own code, where call sites are known', () => {
    assert.deepEqual(requestsOf(analysisOf(STACKS, { callSites: true })), [
      'internal/read < main:3 2',
      'internal/read < main:5 2',
    ]);
  });

  it('is the nearest own function where they are not', () => {
    assert.deepEqual(requestsOf(analysisOf(STACKS)), ['internal/read < main 4']);
  });

  it('is own code beyond a dependency, or the dependency where there is none', () => {
    const stacks = ['main:2 > node_modules/lib:1 > internal/read:1', 'node_modules/lib:1 > internal/read:1'];
    assert.deepEqual(requestsOf(analysisOf(stacks)), ['internal/read < main 1', 'internal/read < node_modules/lib 1']);
  });

  it('names who asked for the most', () => {
    const analysis = analysisOf(['a:1 > internal/read:1', 'b:1 > internal/read:1', 'b:1 > internal/read:1']);
    const row = hottestRequest(analysis, analysis.functions.name.indexOf('internal/read'));
    assert.equal(analysis.functions.name[analysis.requests.caller[row]], 'b');
    assert.equal(hottestRequest(analysis, analysis.functions.name.indexOf('a')), -1);
  });
});
