/** Whether a process exists; also true of one that has ended but was not yet taken note of. Runs inside the program too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
