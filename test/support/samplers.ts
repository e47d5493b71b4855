import { readdirSync, readFileSync } from 'node:fs';

/** How many of V8's samplers run in a process, which each have a thread for that. Linux only. */
export const samplersIn = (pid: number): number =>
  tasksOf(pid, 'comm').filter((name) => /ProfEvntProc|SamplingThread/.test(name)).length;

/** What each thread of a process does, for a message: its number, name, state, times on a CPU, and where it waits. Linux only. */
export const describeTasks = (pid: number): string =>
  tasksOf(pid, 'stat', 'wchan')
    .map((text) => text.replace(/(\) \w) (?:\S+ ){10}(\d+ \d+) .*\n?/, '$1 $2 '))
    .join('\n');

/** A file of each thread of a process, or some of them; empty for a thread that has ended. */
function tasksOf(pid: number, ...names: readonly string[]): string[] {
  const folder = `/proc/${pid}/task`;
  const read = (id: string): string => {
    try {
      return names.map((name) => readFileSync(`${folder}/${id}/${name}`, 'utf8')).join('');
    } catch {
      return '';
    }
  };
  return readdirSync(folder).map(read);
}
