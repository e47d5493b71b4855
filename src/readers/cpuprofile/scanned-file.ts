import type { FileWindow } from './file-window.ts';
import type { Kernel, KernelMemory } from './kernel-instance.ts';

/** A file on its way through a kernel of its own. */
export interface ScannedFile {
  readonly path: string;
  /** In bytes, when it was opened. */
  readonly size: number;
  readonly kernel: Kernel;
  readonly memory: KernelMemory;
  readonly window: FileWindow;
}
