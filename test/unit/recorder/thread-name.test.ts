import assert from 'node:assert/strict';
import { nameOfProgram, nameOfWorker } from '../../../src/recorder/session/thread-name.ts';

describe('what a person recognises a thread by', () => {
  it("is the file name of its script, or what runs it; a worker's own name before that, and its number where it has neither", () => {
    assert.equal(nameOfProgram(['/app/src/server.js', '--port'], '/usr/bin/node'), 'server.js');
    assert.equal(nameOfProgram([], '/usr/bin/node'), 'node');
    assert.equal(nameOfWorker('the pool', 'file:///app/worker.js', 3), 'the pool');
    assert.equal(nameOfWorker('', 'file:///app/worker.js', 3), 'worker.js');
    assert.equal(nameOfWorker('', '', 3), 'worker 3');
  });

  it("is the test runner's whose worker it is", () => {
    const modules = '/app/node_modules';
    for (const [script, name] of [
      ['vitest/dist/workers/forks.js', 'vitest forks worker'],
      ['vitest/dist/workers/vmThreads.js', 'vitest vmThreads worker'],
      ['tinypool/dist/entry/process.js', 'tinypool worker'],
      ['jest-worker/build/workers/processChild.js', 'jest-worker'],
      ['jest-worker/build/threadChild.js', 'jest-worker'],
      ['jest-worker/build/child.js', 'jest-worker'],
      ['mocha/lib/nodejs/worker.cjs', 'mocha worker'],
    ]) {
      assert.equal(nameOfProgram([`${modules}/${script}`], '/usr/bin/node'), name);
      assert.equal(nameOfWorker('', `file://${modules}/${script}`, 1), name);
    }
    assert.equal(nameOfProgram(['C:\\app\\node_modules\\vitest\\dist\\workers\\forks.js'], ''), 'vitest forks worker');
  });
});
