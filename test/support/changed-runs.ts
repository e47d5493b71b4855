import type { Analysis } from '../../src/core/index.ts';
import { analysisOf } from './profile-from-stacks.ts';

const facts = { program: '/app/main.js', ending: { kind: 'exit', code: 0 } } as const;

/**
 * Runs of one program. `slow` takes so many milliseconds in each run; `gone` and `added` as many as they say, where they are
 * called at all; twelve other lines take about 20 ms each, which differ a little from run to run.
 */
export function changedRuns(slow: readonly number[], { gone = 0, added = 0 } = {}): Analysis[] {
  return slow.map((time, run) => {
    const rest = Array.from({ length: 12 }, (_, line) => `${20 + ((line + run) % 3)}× main:9 > rest:${10 + line}`);
    const changing = [`${time}× main:1 > slow:5`, `${gone}× main:2 > gone:3`, `${added}× main:3 > added:4 > deep:2`];
    return analysisOf([...changing, ...rest], { facts });
  });
}

/** For programs whose text nobody has. */
export const noTexts = { before: (): undefined => undefined, after: (): undefined => undefined };
