import { strict as assert } from 'node:assert';
import { FrameKind, type Profile, tellCompiling } from '../../../src/core/index.ts';
import { moduleName } from '../../../src/core/module-name.ts';

/** A load of `urls` each by one call of Node's loader, which had V8 compile them: one sample in it, and one in each module. */
function loadOf(urls: readonly string[], sampler: 'inspector' | 'v8log' = 'inspector'): Profile {
  const loader = 'node:internal/modules/cjs/loader';
  const scripts = [loader, ...urls].map((url) => ({ url }));
  const leaves = [2, ...urls.map((_, i) => 3 + i)];
  return {
    scripts,
    positions: {
      script: Int32Array.from([0, ...urls.map((_, i) => i + 1)]),
      line: Int32Array.from([1400, ...urls.map(() => 1)]),
      column: Int32Array.from([0, ...urls.map(() => 0)]),
    },
    frames: {
      name: ['(root)', 'Module._compile', 'wrapSafe', ...urls.map(() => '')],
      position: Int32Array.from([-1, 0, 0, ...urls.map((_, i) => i + 1)]),
      kind: Uint8Array.from([FrameKind.root, FrameKind.script, FrameKind.script, ...urls.map(() => FrameKind.script)]),
    },
    tree: {
      frame: Int32Array.from([0, 1, 2, ...urls.map((_, i) => 3 + i)]),
      parent: Int32Array.from([-1, 0, 1, ...urls.map(() => 1)]),
    },
    samples: { node: Int32Array.from(leaves), start: Float64Array.from([...leaves.keys(), leaves.length]) },
    ticks: {
      node: Int32Array.from(leaves),
      position: Int32Array.from(leaves.map((_, i) => i)),
      count: Uint32Array.from(leaves, () => 1),
      time: Float64Array.from(leaves, () => 1),
    },
    recording: { sampler, duration: leaves.length, diagnostics: [] },
  };
}

const topOf = ({ frames, tree }: Profile): readonly [string, number] => [
  frames.name[tree.frame[2]],
  frames.kind[tree.frame[2]],
];

describe('telling the compilation of modules', () => {
  it('names the module that Node’s loader was called for, and gives its time to no line', () => {
    const told = tellCompiling(loadOf(['file:///app/big.js']));
    assert.deepEqual(topOf(told), ['compiling big.js', FrameKind.compiling]);
    assert.deepEqual([...told.ticks.node], [3]);
  });

  it('names none where it was called for several from one place', () => {
    const told = tellCompiling(loadOf(['file:///app/a.js', 'file:///app/b.js']));
    assert.deepEqual(topOf(told), ['(compiling modules)', FrameKind.compiling]);
  });

  it('leaves V8 logs alone, which know better', () => {
    const profile = loadOf(['file:///app/big.js'], 'v8log');
    assert.equal(tellCompiling(profile), profile);
  });
});

describe('the name of a module', () => {
  for (const [url, name] of [
    ['file:///app/src/app.js', 'app.js'],
    ['/app/routes/index.mjs', 'routes/index.mjs'],
    ['C:\\app\\node_modules\\a\\node_modules\\@x\\chalk\\source\\index.js', '@x/chalk/source/index.js'],
    ['file:///app/a.ts?v=3', 'a.ts'],
    ['node:fs', 'node:fs'],
  ] as const)
    it(`of ${url} is ${name}`, () => assert.equal(moduleName(url), name));
});
