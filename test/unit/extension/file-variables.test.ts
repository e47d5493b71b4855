import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { fillFileIn } from '../../../src/extension/debug/file-variables.ts';

describe('profiling a launch configuration again', () => {
  const folder = resolve('/work');
  const file = join(folder, 'src', 'main.test.ts');

  it('means the file that was in front', () => {
    const written = {
      program: '${file}',
      cwd: '${fileDirname}',
      args: ['--only=${fileBasename}', '${fileBasenameNoExtension}', '${workspaceFolder}'],
      env: { NAME: '${relativeFile}', EXTENSION: '${fileExtname}', FOLDER: '${fileWorkspaceFolder}' },
      duration: 5,
    };
    assert.deepEqual(fillFileIn(written, file, folder), {
      program: file,
      cwd: join(folder, 'src'),
      args: ['--only=main.test.ts', 'main.test', '${workspaceFolder}'],
      env: { NAME: join('src', 'main.test.ts'), EXTENSION: '.ts', FOLDER: folder },
      duration: 5,
    });
    assert.deepEqual(fillFileIn({}, file, undefined), { program: file });
  });

  it('leaves one alone that names its program', () => {
    const written = { program: '${workspaceFolder}/main.js', args: ['${file}'] };
    assert.equal(fillFileIn(written, file, folder), written);
  });
});
