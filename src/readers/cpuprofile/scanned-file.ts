import type { KernelInstance } from '../../kernels/kernel-instance.ts';
import type { Kernel } from '../../kernels/cpuprofile/kernel.generated.ts';
import type { FileWindow } from './file-window.ts';

/** A file on its way through a kernel of its own. */
export interface ScannedFile {
  readonly path: string;
  /** In bytes, when it was opened. */
  readonly size: number;
  readonly kernel: KernelInstance<Kernel>;
  readonly window: FileWindow;
}
