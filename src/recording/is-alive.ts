/**
 * Whether a process exists, also another user's, or one that has ended but was not yet taken note of. Runs inside the
 * program too.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there: a server may have given up the rights that it was started with.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
