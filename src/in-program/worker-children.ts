/**
 * Evaluated by the recorder in each worker thread, before its first line. A thread has its own copy of Node's bindings, so
 * what the bootloader puts before those of the main thread does not see what workers start. Bundled alone.
 */
export { recordChildren } from './child-processes.ts';
