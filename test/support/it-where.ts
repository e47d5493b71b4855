import { execFileSync } from 'node:child_process';

/**
 * `it` for a test that only some platforms can run. Elsewhere the test is reported as skipped, with the reason in its
 * title, instead of passing without testing anything: `itWhere(isLinux, 'needs /proc')('reads …', …)`. The reporter
 * fails tests that are skipped in any other way.
 */
export function itWhere(
  possible: boolean,
  reason: string,
): (title: string, body: Mocha.Func | Mocha.AsyncFunc) => void {
  return (title, body) => {
    if (possible) it(title, body);
    else it.skip(`${title} (skipped: ${reason})`);
  };
}

export const isLinux = process.platform === 'linux';
export const isWindows = process.platform === 'win32';

/** Whether a program is there: asks it for its version. */
export function canRun(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
