import assert from 'node:assert/strict';
import { keepNodeOptions } from '../../../src/recording/node-options.ts';

const OURS = {
  usual: `--require "it's.cjs" `,
  reduced: '--require "b.cjs" --own',
  refuses: (command: string) => /old tool|old$/.test(command),
};
const QUOTED = `'--require "it'\\''s.cjs" '`;

describe('a shell that sets NODE_OPTIONS itself', () => {
  const scriptOf = (script: string): string => keepNodeOptions('/bin/sh', ['sh', '-c', script], OURS)[2];

  for (const [script, expected] of [
    ['NODE_OPTIONS=--no-warnings node x', `NODE_OPTIONS=${QUOTED}--no-warnings node x`],
    ['if a; then NODE_OPTIONS=-a node x; fi', `if a; then NODE_OPTIONS=${QUOTED}-a node x; fi`],
    ['NODE_OPTIONS= node x', `NODE_OPTIONS=${QUOTED} node x`],
    [`A="b c" NODE_OPTIONS='-a -b' node x`, `A="b c" NODE_OPTIONS=${QUOTED}'-a -b' node x`],
    [`echo 'NODE_OPTIONS=a; b' && env NODE_OPTIONS="-a"`, `echo 'NODE_OPTIONS=a; b' && env NODE_OPTIONS=${QUOTED}"-a"`],
    [
      `NODE_OPTIONS='-a' node x; export NODE_OPTIONS=-b\nnode y`,
      `NODE_OPTIONS=${QUOTED}'-a' node x; export NODE_OPTIONS=${QUOTED}-b\nnode y`,
    ],
  ] as const)
    it(`keeps ours before its own: ${script}`, () => assert.equal(scriptOf(script), expected));

  for (const script of [
    'node x',
    'echo NODE_OPTIONS=a',
    'cross-env NODE_OPTIONS=-a node x',
    'echo "; NODE_OPTIONS=a"',
    "# it's; NODE_OPTIONS=a",
    'NODE_OPTIONS="$NODE_OPTIONS -a" node x',
    'MY_NODE_OPTIONS=a node x',
    'cat <<E\nNODE_OPTIONS=a\nE',
  ])
    it(`is left as it is: ${script}`, () => assert.equal(scriptOf(script), script));

  const old = `env NODE_OPTIONS='--require "b.cjs" --own'`;
  for (const [script, expected] of [
    ['./old 6 && echo old', `${old} ./old 6 && echo old`],
    [`A=1 exec './old tool' | "old"`, `A=1 exec ${old} './old tool' | ${old} "old"`],
    ['node x; env B=2 old', `node x; env B=2 ${old} old`],
    ['echo old; (old)', 'echo old; (old)'],
    ['echo "$(old)"; old', 'echo "$(old)"; old'],
  ] as const)
    it(`gives the reduced ones to a program that refuses ours: ${script}`, () =>
      assert.equal(scriptOf(script), expected));

  it('is a shell with a script among its arguments', () => {
    const set = 'NODE_OPTIONS=a b';
    assert.deepEqual(keepNodeOptions('bash', ['-ec', '--', set, set], OURS), [
      '-ec',
      '--',
      `NODE_OPTIONS=${QUOTED}a b`,
      set,
    ]);
    for (const [command, args] of [
      ['/usr/bin/env', ['env', '-c', set]],
      ['sh', ['sh', set]],
    ] as const)
      assert.deepEqual(keepNodeOptions(command, args, OURS), args);
  });
});
