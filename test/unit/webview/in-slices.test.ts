import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import { runInSlices } from '../../../src/webview/in-slices.ts';
import { computedInSlices } from '../../../src/webview/state/signals.ts';
import type { Stages } from '../../../src/webview/model/steps.ts';

/** So many steps, each longer than a slice; records how far it got. */
function* slowly(name: string, steps: number, log: string[]): Stages<string> {
  for (let step = 0; step < steps; step++) {
    const until = performance.now() + 8;
    while (performance.now() < until) continue;
    log.push(`${name}${step}`);
    yield;
  }
  return name;
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve));
};

describe('work in slices', () => {
  it('is over on return when it is short', () => {
    const shown: string[] = [];
    runInSlices(slowly('a', 0, []), (result) => shown.push(result));
    assert.deepEqual(shown, ['a']);
  });

  it('lets others go on in between, and stops when it is cancelled', async () => {
    const log: string[] = [];
    const cancel = runInSlices(slowly('a', 100, log), () => assert.fail());
    assert.deepEqual(log, ['a0']);
    await until(() => log.length > 1);
    cancel();
    const { length } = log;
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(log.length, length);
  });
});

describe('what is computed in slices from an input', () => {
  it('stays until there is something new, and drops what is not wanted any more', async () => {
    const log: string[] = [];
    const input = signal<{ name: string; steps: number } | undefined>({ name: 'a', steps: 0 });
    const result = computedInSlices(input, ({ name, steps }) => slowly(name, steps, log));
    assert.equal(result.value, 'a');
    input.value = { name: 'b', steps: 1000 };
    assert.equal(result.value, 'a');
    await until(() => log.includes('b1'));
    input.value = { name: 'c', steps: 3 };
    assert.equal(result.value, 'a');
    const done = log.length;
    await until(() => result.value !== 'a');
    assert.equal(result.value, 'c');
    assert.deepEqual(log.slice(done - 1), ['c0', 'c1', 'c2']);
    input.value = undefined;
    assert.equal(result.value, undefined);
  });
});
