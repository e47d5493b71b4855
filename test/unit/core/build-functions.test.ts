import assert from 'node:assert/strict';
import { buildAnalysis, Category } from '../../../src/core/index.ts';
import { asThreads, identityMapping, profileFromStacks } from '../../support/profile-from-stacks.ts';

const web = 'node_modules/web/index:1';

/** The category of `made`, a function that is in no file. */
function categoryOfMade(...stacks: string[]): Category {
  const profile = profileFromStacks(stacks);
  const mapping = identityMapping(profile);
  const isMade = (_: number, frame: number): boolean => profile.frames.name[frame] === 'made';
  const source = mapping.frames.source.map((row, frame) => (isMade(row, frame) ? -1 : row));
  const moved = { ...mapping, frames: { ...mapping.frames, source } };
  const { functions } = buildAnalysis('test', asThreads(profile), moved);
  return functions.category[functions.name.indexOf('made')] as Category;
}

describe('code that is in no file, as of new Function', () => {
  const cases: readonly (readonly [what: string, expected: Category, stacks: readonly string[]])[] = [
    [
      'is a dependency’s where nobody is known to call it',
      Category.dependency,
      ['made:1', 'internal/timers:1 > made:1'],
    ],
    ['is own where own code calls it', Category.own, ['main:1 > made:1', `${web} > main:1 > internal/vm:1 > made:1`]],
    ['is the caller’s where that is a dependency', Category.dependency, [`main:1 > ${web} > made:1`]],
    ['is looked for behind Node and its own kind', Category.dependency, [`${web} > internal/vm:1 > made:1 > made:2`]],
    ['is own where both call it alike', Category.own, [`${web} > made:1`, 'main:1 > made:1']],
  ];
  for (const [what, expected, stacks] of cases) it(what, () => assert.equal(categoryOfMade(...stacks), expected));
});
