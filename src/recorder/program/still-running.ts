import { type Diagnostic, RENDEZVOUS_VARIABLE } from '../../recording/index.ts';
import { describeProcess, listProcesses, readEnvironment } from './process-tree.ts';

/**
 * The finding that what the program started runs on without it, whoever is its parent by now; none where nothing does, or
 * the system does not tell (only Linux does). `directory`: that of the rendezvous, which every process of the recording
 * has in its environment. `program`: the program itself, which may be about to end.
 */
export function noticeRunningOn(directory: string, program: number | undefined): Diagnostic[] {
  if (process.platform !== 'linux') return [];
  const isOurs = (pair: string): boolean =>
    pair.startsWith(`${RENDEZVOUS_VARIABLE}=`) && pair.endsWith(`:${directory}`);
  const running = listProcesses().filter((pid) => pid !== program && readEnvironment(pid).some(isOurs));
  if (running.length === 0) return [];
  const processes = running.map((pid) => ({ pid, name: describeProcess(pid).name }));
  return [{ code: 'processes-run-on', severity: 'warning', processes }];
}
