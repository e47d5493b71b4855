import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * CPU time of a Node's main thread before it begins with the program, in nanoseconds: the median of some starts. Nobody
 * samples it.
 */
export async function startCost(node: string): Promise<number> {
  const script = `console.log(require(${JSON.stringify(path.join(import.meta.dirname, 'clock.cjs'))}).now())`;
  const costs: number[] = [];
  for (let run = 0; run < 5; run++) costs.push(Number((await promisify(execFile)(node, ['-e', script])).stdout));
  return costs.sort((a, b) => a - b)[2];
}
