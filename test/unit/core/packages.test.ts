import assert from 'node:assert/strict';
import { type Analysis, Category, hottestPackages, type NpmPackage, sumPackages } from '../../../src/core/index.ts';
import { describeAsker, packageLabels } from '../../../src/present/packages.ts';
import { analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';

const packages: Readonly<Record<string, NpmPackage>> = {
  pack: { name: 'packer', version: '1.0.0', folder: '/app/node_modules/packer' },
  hook: { name: 'hooks', version: '2.0.0', folder: '/app/node_modules/hooks' },
  shrink: { name: 'shrink', version: '3.0.0', folder: '/app/node_modules/shrink' },
  shrink2: { name: 'shrink', version: '3.0.0', folder: '/app/node_modules/packer/node_modules/shrink' },
};

/** Functions that are called as a package are of that package, `lost` of none that is known, and all others own code. */
function analysisOf(stacks: readonly string[], callSites = true): Analysis {
  const analysis = analysisOfProfile(profileFromStacks(stacks, { callSites }));
  const { functions } = analysis;
  const nameOf = (path: string): string => /([^/]+)\.js$/.exec(path)?.[1] ?? '';
  return {
    ...analysis,
    sources: analysis.sources.map((source) => ({ ...source, package: packages[nameOf(source.path)] })),
    functions: {
      ...functions,
      category: functions.category.map((category, fn) =>
        functions.name[fn] in packages || functions.name[fn] === 'lost' ? Category.dependency : category,
      ),
    },
  };
}

const rowsOf = (analysis: Analysis): string[] => {
  const { rows } = sumPackages(analysis);
  const labels = packageLabels(rows, (folder) => folder.replace('/app/', ''));
  return rows.map((row, at) => {
    const { selfTime, totalTime } = row;
    const asker = describeAsker(analysis, row, ({ path }) => path.replace('/app/', ''));
    const from = asker ? ` from ${asker}` : '';
    return `${labels[at]} ${selfTime / 1000}/${totalTime / 1000}${from}`;
  });
};

describe('time by package', () => {
  it('counts a package once for each stack, also between calls of others', () => {
    const stacks = ['pack:1 > hook:1 > pack:2 > hook:2', 'pack:1 > hook:1 > pack:2', 'pack:1', 'pack:1'];
    assert.deepEqual(rowsOf(analysisOf(stacks)), ['packer 1.0.0 3/4', 'hooks 2.0.0 1/2 from packer']);
  });

  it('tells the line of own code that asked for most of it, wherever it is on the stack', () => {
    const stacks = ['main:7 > pack:1 > shrink:1', 'main:7 > pack:1 > shrink:1', 'main:9 > shrink:1'];
    assert.deepEqual(rowsOf(analysisOf(stacks)).sort(), [
      'own code 0/3',
      'packer 1.0.0 0/2',
      'shrink 3.0.0 3/3 from main.js:7',
    ]);
  });

  it('tells only what is known: the function without call sites, a package without own code, nobody for what runs behind an await', () => {
    const first = (stacks: readonly string[], callSites = true): string => rowsOf(analysisOf(stacks, callSites))[0];
    assert.equal(first(['main:7 > shrink:1'], false), 'shrink 3.0.0 1/1 from main at main.js:1');
    assert.equal(first(['pack:1 > shrink:1 > hook:1 > shrink:2']), 'shrink 3.0.0 1/1 from packer');
    assert.equal(first(['pack:1 > shrink:1', 'shrink:1', 'shrink:1']), 'shrink 3.0.0 3/3', 'a small part has a caller');
  });

  it('tells copies of one package apart, and what it does not know from what it does', () => {
    const rows = rowsOf(analysisOf(['shrink:1', 'shrink:1', 'shrink:1', 'shrink2:1', 'shrink2:1', 'lost:1']));
    assert.deepEqual(rows, [
      'shrink 3.0.0 in node_modules/shrink 3/3',
      'shrink 3.0.0 in node_modules/packer/node_modules/shrink 2/2',
      'unknown package 1/1',
    ]);
  });

  it('of several runs has no totals, since there are the stacks of one only', () => {
    const analysis = analysisOf(['shrink:1']);
    const [row] = sumPackages({ ...analysis, quality: { ...analysis.quality, runs: 3 } }).rows;
    assert.deepEqual([row.selfTime, row.totalTime], [1000, NaN]);
  });

  it('gives the hottest dependencies, but not Node, native code and idle time', () => {
    const stacks = ['main:1 > shrink:1', 'main:1', 'main:1 > pack:1 > internal/fs', 'pack:1 > [regexp]', '(idle)'];
    const hottest = hottestPackages(analysisOf(stacks), 0.2);
    assert.deepEqual(hottest.map((row) => [row.package?.name, row.selfTime]).sort(), [
      ['packer', 1000],
      ['shrink', 1000],
    ]);
  });
});
