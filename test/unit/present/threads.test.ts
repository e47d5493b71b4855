import assert from 'node:assert/strict';
import { describeUnrecorded } from '../../../src/present/threads.ts';
import type { UnrecordedReason } from '../../../src/recording/index.ts';

describe('who was not recorded', () => {
  const part = (reason: UnrecordedReason, milliseconds: number, detail?: string) => ({
    ...{ name: 'x', pid: 7, processes: 1, cpuTime: milliseconds * 1000, reason, detail },
  });
  const said = (...parts: ReturnType<typeof part>[]): string[] => describeUnrecorded({ cpuTime: 0, parts });

  it('is told with the reason and what to do, before those about whom nothing can be done', () => {
    const [first, second] = said(part('not-node', 500), part('options-replaced', 100));
    assert.match(first, /NODE_OPTIONS was replaced.*: x \(pid 7\) 100\sms\. .*NODE_OPTIONS="\$NODE_OPTIONS --flag"\.$/);
    assert.match(second, /that are not Node: x \(pid 7\) 500\sms\.$/);
  });

  for (const [reason, advice] of [
    ['other-user', 'sudo heatline run FILE'],
    ['node-too-old', 'a newer Node'],
    ['other-runtime', '--cpu-prof'],
  ] as const)
    it(`may be told what to do: ${reason}`, () => assert.ok(said(part(reason, 100))[0].includes(advice)));

  it('is told where nothing is known of it, unless that is within the steps of the clock', () => {
    const unknown = (cpuTime: number): string[] =>
      describeUnrecorded({ cpuTime, share: 0.5, parts: [{ processes: 1, cpuTime }] });
    assert.match(unknown(21_000)[0], /^50(\.0)?\s% of the CPU time was used by threads that nothing is known of/);
    assert.deepEqual(unknown(19_000), []);
  });

  it('is told with what Node said', () => {
    assert.match(said(part('not-attached', 100, 'Error: no'))[0], /: x \(pid 7\) 100\sms \(Error: no\)\.$/);
  });
});
