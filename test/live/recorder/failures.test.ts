import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { startRecording, type RecordOptions } from '../../../src/recorder/index.ts';
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

  it('names a runtime that does not exist', () =>
    fails(
      'runtime-not-found',
      /No Node was found as "no-such-node"/,
      bench.options(program, { runtimeExecutable: 'no-such-node' }),
    ));

  it('names a program that does not exist', () =>
    fails('program-not-found', /gone\.js/, bench.options(path.join(bench.folder, 'gone.js'))));

  it('names a working directory that does not exist', () =>
    fails('cwd-not-found', /nowhere/, bench.options(program, { cwd: path.join(bench.folder, 'nowhere') })));

  it('sees a runtime that is not Node', async () => {
    const runtimeExecutable = await bench.write('not-node.sh', '#!/bin/sh\necho hello\n');
    await chmod(runtimeExecutable, 0o755);
    await fails('runtime-not-node', /not-node\.sh is not Node/, bench.options(program, { runtimeExecutable }));
  });

  it('sees a Node that is too old', async () => {
    const runtimeExecutable = await bench.write(
      'old-node.sh',
      `#!/bin/sh\necho '{"node":true,"path":"/old/node","version":"v16.20.2","v8":"9.4"}'\n`,
    );
    await chmod(runtimeExecutable, 0o755);
    await fails('runtime-too-old', /v16\.20\.2/, bench.options(program, { runtimeExecutable }));
  });

  it('repeats what Node says of a wrong flag', () =>
    fails(
      'exited-before-attach',
      /bad option: --no-such-flag/,
      bench.options(program, { runtimeArgs: ['--no-such-flag'] }),
    ));

  for (const flag of ['--permission', '--experimental-permission']) {
    it(`refuses ${flag}, which forbids the inspector`, () =>
      fails(
        'permission-flag',
        new RegExp(`^${flag} among the arguments for Node forbids the inspector .* add --allow-inspector`),
        bench.options(program, { runtimeArgs: [flag, '--allow-fs-read=*'] }),
      ));
  }

  for (const flag of ['--inspect-brk', '--inspect=0', '--inspect-wait=127.0.0.1:0']) {
    it(`refuses ${flag} among the arguments for Node`, () =>
      fails('inspector-flag', /^--inspect.* leave it out/, bench.options(program, { runtimeArgs: [flag] })));
    it(`refuses ${flag} in NODE_OPTIONS`, () => {
      const env = { ...process.env, NODE_OPTIONS: `--no-warnings ${flag}` };
      return fails('inspector-flag', /in NODE_OPTIONS/, bench.options(program, { env }));
    });
  }

  for (const name of ['wrong.js', 'wrong.mjs']) {
    it(`says that ${name} has a syntax error`, async () => {
      const { outcome } = await bench.record('\nlet a = ;\n', { name });
      assert.deepEqual(outcome.ending, { kind: 'exit', code: 1, error: 'SyntaxError' });
      assert.deepEqual(
        outcome.diagnostics.map(({ code, file }) => ({ code, file })),
        [{ code: 'program-syntax-error', file: path.join(bench.folder, name) }],
      );
    });
  }

  it('does not take bad JSON for a syntax error of the program', async () => {
    assert.deepEqual((await bench.record("JSON.parse('{')")).codes, []);
  });
});
