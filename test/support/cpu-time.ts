import { readFileSync } from 'node:fs';

/** The system's unit of CPU time, in microseconds. */
export const TICK = 10_000;

/** CPU time of a process so far, in microseconds. */
export function cpuTimeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
