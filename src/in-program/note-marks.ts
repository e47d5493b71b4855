import path from 'node:path';
import vm from 'node:vm';
import { MARKS_FOLDER, MARKS_SCRIPT, marksOfProcess } from '../recording/mark-notes.ts';
import { NOTE_MAPPED_CODE } from '../recording/mapped-code.ts';
import { RECORDER_SCRIPT } from '../recording/rendezvous.ts';

/** Has this thread note what its program marks with `console.profile`. `directory`: the rendezvous'. */
export function noteMarks(directory: string): void {
  const install = vm.runInThisContext(MARKS_SCRIPT, { filename: RECORDER_SCRIPT }) as (
    file: string,
    load: NodeJS.Require,
  ) => void;
  install(path.join(directory, MARKS_FOLDER, marksOfProcess(process.pid)), require);
}

/** Has this thread's V8 log tell where the code of Node's binary stands in memory. */
export function noteMappedCode(): void {
  const note = vm.runInThisContext(NOTE_MAPPED_CODE, { filename: RECORDER_SCRIPT }) as (load: NodeJS.Require) => void;
  note(require);
}
