import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from '../core/index.ts';
import type { Diagnostic } from '../recording/index.ts';
import { RENDEZVOUS_VARIABLE } from '../recording/index.ts';
import { describeProcess } from './process-tree.ts';

/**
 * The finding that what the program started runs on without it, whoever is its parent by now; none where nothing does, or
 * the system does not tell (only Linux does). `directory`: that of the rendezvous, which every process of the recording
 * has in its environment. `program`: the program itself, which may be about to end.
 */
export function noticeRunningOn(directory: string, program: number | undefined): Diagnostic[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== program);
  const running = pids.filter((pid) => belongsTo(directory, pid)).map(Number);
  if (running.length === 0) return [];
  const processes = running.map((pid) => ({ pid, name: describeProcess(pid).name }));
  return [{ code: 'processes-run-on', severity: 'warning', processes }];
}

/** Nothing can be read of a process that has ended, or is another user's. */
function belongsTo(directory: string, pid: string): boolean {
  const environment = attempt(() => readFileSync(`/proc/${pid}/environ`, 'utf8')) ?? '';
  return environment
    .split('\0')
    .some((pair) => pair.startsWith(`${RENDEZVOUS_VARIABLE}=`) && pair.endsWith(`:${directory}`));
}
