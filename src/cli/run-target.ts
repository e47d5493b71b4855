/** The program to run, and its arguments. */
export interface RunTarget {
  /** A file, or where `isCommand` a command of any kind. */
  readonly name: string;
  readonly args: readonly string[];
  readonly isCommand: boolean;
}

/** Whether this is a file of JavaScript or TypeScript, by its name, and not a command. */
export const isProgramFile = (name: string): boolean => /\.[cm]?[jt]sx?$/.test(name);
