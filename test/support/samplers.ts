import { readdirSync, readFileSync } from 'node:fs';

/** How many of V8's samplers run in a process, which each have a thread for that. Linux only. */
export function samplersIn(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const nameOf = (id: string): string => {
    try {
      return readFileSync(`${folder}/${id}/comm`, 'utf8');
    } catch {
      return ''; // it has ended
    }
  };
  return readdirSync(folder).filter((id) => /ProfEvntProc|SamplingThread/.test(nameOf(id))).length;
}
