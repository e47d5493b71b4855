/** Name of the environment variable in which the bootloader finds the rendezvous. It deletes it. */
export const RENDEZVOUS_VARIABLE = 'HEATLINE_RENDEZVOUS';

/** Name of the environment variable that is `off` where frames are not to be repaired. The bootloader deletes it. */
export const FRAME_REPAIR_VARIABLE = 'HEATLINE_FRAME_REPAIR';

/** What the bootloader says as soon as the inspector is open (`url`), or why it is not. */
export interface ReadyNote {
  readonly pid: number;
  readonly version: string;
  readonly v8: string;
  readonly execPath: string;
  /** On the clock of the CPU readings: when the script ran that marks this moment in a V8 log. */
  readonly anchorUs: number;
  readonly url?: string;
  readonly error?: string;
}

/** What the bootloader says when the program is about to end and waits for us to take the profile. */
export interface EndingNote {
  readonly code: number;
  readonly signal?: NodeJS.Signals;
  /** The error that ended the program. `compile`: it is code that does not compile, at `file:line` or at '' (unknown). */
  readonly error?: { readonly name: string; readonly message: string; readonly compile?: string };
  /** The program had closed its inspector, and did not wait. */
  readonly isInspectorClosed?: true;
}
