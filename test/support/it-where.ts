import { execFileSync } from 'node:child_process';
import type { OwnSamplerName } from '../../src/recording/index.ts';

/**
 * `it` for a test that only some platforms can run. Elsewhere the test is reported as skipped, with the reason in its
 * title, instead of passing without testing anything: `itWhere(isLinux, 'needs /proc')('reads …', …)`. The reporter
 * fails tests that are skipped in any other way.
 */
export function itWhere(possible: boolean, reason: string): It {
  return (title, body) => {
    if (possible) it(title, body);
    else it.skip(`${title} (skipped: ${reason})`);
  };
}

type It = (title: string, body: Mocha.Func | Mocha.AsyncFunc) => void;

export const isLinux = process.platform === 'linux';
export const isWindows = process.platform === 'win32';
/** Whether the frame repair works here. */
export const isRepaired = isLinux && process.arch === 'x64';

export const onLinux = itWhere(isLinux, 'needs Linux');
export const onUnix = itWhere(!isWindows, 'needs what Windows does not have');
export const onRepaired = itWhere(isRepaired, 'the frame repair is for Linux x64');
export const asRoot = itWhere(isLinux && process.getuid?.() === 0, 'needs root, on Linux');

/** A test for each of Heatline's samplers: `bySampler()('is …', async (sampler) => …)`; only where `onLinux` and the like say. */
export const bySampler =
  (test: It = it) =>
  (title: string, body: (sampler: OwnSamplerName) => Promise<void>): void => {
    for (const sampler of ['v8log', 'inspector'] as const) test(`${title} (${sampler})`, () => body(sampler));
  };

/** Whether a program is there: asks it for its version. */
export function canRun(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
