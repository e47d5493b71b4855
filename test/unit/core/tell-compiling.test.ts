import { strict as assert } from 'node:assert';
import { excludeRecorder, FrameKind, type Profile, tellCompiling } from '../../../src/core/index.ts';
import { moduleName } from '../../../src/core/module-name.ts';
import { topsOf } from '../../support/told.ts';
import { profileFromStacks } from '../../support/profile-from-stacks.ts';

/** A load of `urls` each by one call of Node's loader, which had V8 compile them: one sample in it, and one in each module. */
function loadOf(urls: readonly string[], sampler: 'inspector' | 'v8log' = 'inspector'): Profile {
  const stacks = ['load:1400 > compile:1400', ...urls.map((_, i) => `load:1400 > module${i}:1`)];
  const { scripts, frames, ...rest } = profileFromStacks(stacks, { facts: { sampler } });
  const names: Readonly<Record<string, string>> = { load: 'Module._compile', compile: 'wrapSafe', '(root)': '(root)' };
  const urlOf = (url: string): string =>
    urls[Number(/module(\d+)/.exec(url)?.[1])] ?? 'node:internal/modules/cjs/loader';
  return {
    ...rest,
    scripts: scripts.map(({ url }) => ({ url: urlOf(url) })),
    frames: { ...frames, name: frames.name.map((name) => names[name] ?? '') },
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

  it('is none of the program’s time where the module is the recorder’s, and is where the program has one of that name', () => {
    const compiled = (...urls: string[]): readonly string[] => {
      const profile = tellCompiling(loadOf(['/dist/bootloader.cjs']));
      const scripts = [...profile.scripts, ...urls.map((url) => ({ url }))];
      const recording = { ...profile.recording, recorderScripts: ['/dist/bootloader.cjs'] };
      return topsOf(excludeRecorder({ ...profile, scripts, recording }));
    };
    assert.ok(!compiled().includes('compiling bootloader.cjs'));
    assert.ok(compiled('/app/bootloader.cjs').includes('compiling bootloader.cjs'));
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
    ['file:///app/main%20%231.ts', 'main #1.ts'],
    ['file:///app/100%.ts', '100%.ts'],
    ['/app/what?/main #1.ts', 'main #1.ts'],
    ['node:fs', 'node:fs'],
  ] as const)
    it(`of ${url} is ${name}`, () => assert.equal(moduleName(url), name));
});
