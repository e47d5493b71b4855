import assert from 'node:assert/strict';
import { keepsAddress } from '../../../../src/recorder/attach/node-processes.ts';

describe('a Node whose inspector tells nobody where it is', () => {
  for (const [command, options, expected] of [
    [['node', 'a.js'], '', false],
    [['node', '--inspect-publish-uid=stderr', '--require', '/b.cjs', 'a.js'], '', true],
    [['node', 'a.js', '--inspect-publish-uid=stderr'], '', false],
    [['node', 'a.js'], '--inspect-publish-uid=stderr --require "/b.cjs" ', true],
    [['node', 'a.js'], '--enable-source-maps --inspect-publish-uid stderr', true],
    [['node', 'a.js'], '--inspect-publish-uid=stderr,http', false],
    [['node', '--inspect-publish-uid=http', 'a.js'], '--inspect-publish-uid=stderr', false],
    [['my title'], '--inspect-publish-uid=stderr', true],
  ] as const)
    it(`${expected ? 'is' : 'is not'} ${command.join(' ')} with "${options}"`, () => {
      const environment = ['A=--inspect-publish-uid=stderr', ...(options === '' ? [] : [`NODE_OPTIONS=${options}`])];
      assert.equal(keepsAddress(command, environment), expected);
    });
});
