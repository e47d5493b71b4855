import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

describe('the kernels', () => {
  it('and their bindings are what the sources say', async () => {
    const script = fileURLToPath(new URL('../../../kernels.mjs', import.meta.url));
    await promisify(execFile)(process.execPath, [script, '--check']);
  });
});
