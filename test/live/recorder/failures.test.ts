import assert from 'node:assert/strict';
import type { RecordOptions } from '../../../src/recorder/index.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { assertRecorded, describeOnNodes, useBench } from '../../support/recording.ts';

describe('a recording that cannot start', () => {
  const bench = useBench();
  const fails = (code: string, message: RegExp, more: Partial<RecordOptions>): Promise<void> =>
    assert.rejects(bench.start('console.log(1)', more), { name: 'RecordingError', code, message });

  it('names a runtime that does not exist', () =>
    fails('runtime-not-started', /"none" cannot be started/, { runtimeExecutable: 'none' }));

  for (const flag of ['--permission', '--experimental-permission'])
    it(`refuses ${flag}, which forbids the inspector`, () => {
      const sentence = `^${flag} among the arguments for Node forbids the inspector .* add --allow-inspector`;
      return fails('permission-flag', new RegExp(sentence), { runtimeArgs: [flag, '--allow-fs-read=*'] });
    });

  for (const flag of ['--inspect-brk', '--inspect=0', '--inspect-wait=127.0.0.1:0'])
    it(`refuses ${flag} among the arguments for Node, and in NODE_OPTIONS`, async () => {
      const env = { ...process.env, NODE_OPTIONS: `--no-warnings ${flag}` };
      await fails('inspector-flag', /^--inspect.* leave it out/, { runtimeArgs: [flag] });
      await fails('inspector-flag', /in NODE_OPTIONS/, { env });
    });
});

describeOnNodes('a program with a syntax error', nodeMajors, (bench) => {
  for (const name of ['wrong.js', 'wrong.mjs'])
    it(`tells that by its ending: ${name}`, async () => {
      const recorded = await bench.record('\nlet a = ;\n', { name });
      const ending = { kind: 'exit', code: 1, error: 'SyntaxError' } as const;
      await assertRecorded(recorded, { ending, codes: [] });
    });
});
