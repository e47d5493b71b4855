import assert from 'node:assert/strict';
import path from 'node:path';
import { startRecording, type RecordOptions } from '../../../src/recorder/index.ts';
import { nodeBinary, nodeMajors } from '../../support/nodes.ts';
import { useBench } from '../../support/recording.ts';
import { RecordingError } from '../../../src/recording/index.ts';

describe('a recording that cannot start', () => {
  const bench = useBench();
  let program: string;
  before(async () => {
    program = await bench.write('fine.js', 'console.log(1)');
  });

  const fails = async (code: string, sentence: RegExp, options: RecordOptions): Promise<void> => {
    await assert.rejects(startRecording(options), (error: unknown) => {
      assert.ok(error instanceof RecordingError);
      assert.equal(error.code, code);
      assert.match(error.message, sentence);
      return true;
    });
  };

  for (const [what, code, sentence, more] of [
    ['a working directory that does not exist', 'cwd-not-found', /nowhere/, { cwd: '/nowhere' }],
    ['a runtime that does not exist', 'runtime-not-started', /"none" cannot be started/, { runtimeExecutable: 'none' }],
    [
      'a flag that Node does not know',
      'exited-before-attach',
      /bad option: --no-such-/,
      { runtimeArgs: ['--no-such-flag'] },
    ],
  ] as const)
    it(`names ${what}`, () => fails(code, sentence, { ...bench.options(program), ...more }));

  for (const flag of ['--permission', '--experimental-permission'])
    it(`refuses ${flag}, which forbids the inspector`, () => {
      const sentence = `^${flag} among the arguments for Node forbids the inspector .* add --allow-inspector`;
      const options = bench.options(program, { runtimeArgs: [flag, '--allow-fs-read=*'] });
      return fails('permission-flag', new RegExp(sentence), options);
    });

  for (const flag of ['--inspect-brk', '--inspect=0', '--inspect-wait=127.0.0.1:0'])
    it(`refuses ${flag} among the arguments for Node, and in NODE_OPTIONS`, async () => {
      const env = { ...process.env, NODE_OPTIONS: `--no-warnings ${flag}` };
      await fails('inspector-flag', /^--inspect.* leave it out/, bench.options(program, { runtimeArgs: [flag] }));
      await fails('inspector-flag', /in NODE_OPTIONS/, bench.options(program, { env }));
    });

  for (const [name, major] of nodeMajors.flatMap((each) => [['wrong.js', each] as const, ['wrong.mjs', each] as const]))
    it(`says that ${name} has a syntax error, on Node ${major}`, async () => {
      const runtimeExecutable = await nodeBinary(major);
      const { outcome, codes } = await bench.record('\nlet a = ;\n', { name, runtimeExecutable });
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 1, error: 'SyntaxError' });
      assert.deepEqual(codes, ['program-syntax-error']);
      assert.equal(outcome.diagnostics[0].file, path.join(bench.folder, name));
    });

  it('does not take bad JSON for a syntax error of the program', async () => {
    assert.deepEqual((await bench.record("JSON.parse('{')")).codes, []);
  });
});
