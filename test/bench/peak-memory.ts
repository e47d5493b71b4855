import { readFileSync } from 'node:fs';

/** The most memory that this process had at once, in bytes. `maxRSS` begins, on Linux, with what its parent had when it was started. */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]) * 1024;
}
