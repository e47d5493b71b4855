import path from 'node:path';
import vm from 'node:vm';
import { MARKS_FOLDER, MARKS_SCRIPT, marksOfProcess } from '../recording/mark-notes.ts';
import { RECORDER_SCRIPT } from '../recording/rendezvous.ts';

/** Has this thread note what its program marks with `console.profile`. `directory`: the rendezvous'. */
export function noteMarks(directory: string): void {
  const install = vm.runInThisContext(MARKS_SCRIPT, { filename: RECORDER_SCRIPT }) as (
    file: string,
    load: NodeJS.Require,
  ) => void;
  install(path.join(directory, MARKS_FOLDER, marksOfProcess(process.pid)), require);
}
