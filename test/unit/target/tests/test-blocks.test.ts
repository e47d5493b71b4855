import assert from 'node:assert/strict';
import { findTestBlocks, testBlockAt } from '../../../../src/target/tests/test-blocks.ts';
import { patternOf } from '../../../../src/target/tests/test-command.ts';

const text = `import { describe, it, test } from 'vitest';
describe('outer (1)', () => {
  describe.only("in\\u006eer", () => {
    it('one', async () => {
      expect(/x/.test('y')).toBe(false);
    });
    it.each([[1, '('], [2, ')']])('adds %d to $b.c', (a, b) => {});
  });
  test.skipIf(isWindows)(\`with \${ [1].map((x) => x) } inside\`, () => {});
  it(nameFromElsewhere, () => {});
});
test.each\`a | b\n\${1} | \${2}\`('tabled $a', () => {});
const notATest = { test() {}, it: 1 };
function suite(name) {}
pool.test('no', () => {});
`;

describe('the tests in a text', () => {
  const blocks = findTestBlocks('/w/a.test.ts', text);

  it('are found with their full names and lines', () => {
    assert.deepEqual(
      blocks.map(({ kind, names, firstLine, lastLine }) => [kind, names, firstLine, lastLine]),
      [
        ['suite', [['outer (1)']], 2, 11],
        ['suite', [['outer (1)'], ['in', 'er']], 3, 8],
        ['test', [['outer (1)'], ['in', 'er'], ['one']], 4, 6],
        ['test', [['outer (1)'], ['in', 'er'], ['adds ', ' to ', '']], 7, 7],
        ['test', [['outer (1)'], ['with ', ' inside']], 9, 9],
        ['test', [['tabled ', '']], 12, 13],
      ],
    );
  });

  it('are told apart by the line of the cursor', () => {
    const nameAt = (line: number): unknown => testBlockAt(blocks, line)?.names.at(-1);
    assert.deepEqual([4, 5, 8, 10, 14].map(nameAt), [['one'], ['one'], ['in', 'er'], ['outer (1)'], undefined]);
  });

  it('are chosen by a pattern that fits no other name', () => {
    const [outer, , one, each] = blocks;
    const fits = (pattern: string, name: string): boolean => new RegExp(pattern).test(name);
    for (const runner of ['vitest', 'jest', 'mocha', 'node:test'] as const) {
      const pattern = patternOf(one, runner, 'v24.21.0');
      assert.ok(fits(pattern, 'outer (1) inner one'), pattern);
      assert.ok(!fits(pattern, 'outer (1) inner one more') && !fits(pattern, 'an outer (1) inner one'), pattern);
      assert.ok(fits(patternOf(each, runner, 'v24.21.0'), 'outer (1) inner adds 1 to ('));
    }
    assert.ok(fits(patternOf(one, 'vitest', 'v24.21.0'), 'outer (1) > inner > one'));
    assert.ok(fits(patternOf(outer, 'jest', 'v24.21.0'), 'outer (1) inner one'));
    assert.equal(patternOf(one, 'node:test', 'v20.20.2'), '^one$');
  });

  it('are none where the text cannot be parsed', () => {
    assert.deepEqual(findTestBlocks('/w/a.test.js', "it('a', () => {"), findTestBlocks('/w/a.test.js', 'it('));
    assert.deepEqual(findTestBlocks('/w/a.test.js', 'const = ;'), []);
  });

  it('are found in JSX too', () => {
    const jsx = "it('draws', () => { render(<App it='x'>it('no')</App>); });";
    assert.equal(findTestBlocks('/w/a.test.jsx', jsx).length, 1);
    assert.equal(findTestBlocks('/w/a.test.tsx', jsx).length, 1);
  });
});
