/**
 * How a script of a shell keeps our `NODE_OPTIONS` where it sets its own. Part of the bootloader's bundle: nothing large may be
 * imported here.
 */

/**
 * Flags with which V8's log cannot be: V8 has one; hardly a sample comes into it while a CPU profile is taken; a startup snapshot
 * wants V8's flags as they were when it was built; and under Node's permission model nobody may read what says which flags are ours.
 */
export const HINDERS_LOG = /^--((cpu-)?prof|snapshot-blob|permission)(?![\w-])/;
/** A Node that cannot be recorded, and to which what is ours would do harm. `flags`: those of its command line. */
export const hindersAll = (flags: readonly string[]): boolean =>
  flags.some((flag) => /^--(experimental-permission|build-snapshot)(?![\w-])/.test(flag)) ||
  (flags.includes('--permission') && !flags.includes('--allow-inspector'));

/** Flags of Node that have a word behind them, which is not its script. */
export const TAKES_WORD = /^(-[rC]|--(require|import|(experimental-)?loader|conditions|env-file|snapshot-blob))$/;

/** Node's own flags among the arguments of its command line: what stands before the script, or the text to evaluate. */
export function flagsOfNode(args: readonly string[]): readonly string[] {
  const script = args.findIndex((word, i) => word !== '' && !word.startsWith('-') && !TAKES_WORD.test(args[i - 1]));
  return script < 0 ? args : args.slice(0, script);
}

/** Names of shells, as commands. */
export const SHELL = /(?:^|[\\/])(?:ba|da|z|k|a)?sh$/;
/** Where a command begins; words of the shell, `export`, `env`, `exec` and other variables may stand before it. */
const ASSIGNMENT =
  /(?<=(?:^|[;&|\n])\s*(?:(?:export|env|exec|then|do|else|time|!|[A-Za-z_]\w*=(?:'[^']*'|"[^"]*"|[^\s;&|'"])*)\s+)*)NODE_OPTIONS=/g;
/** The word that names a command, where no substitution or escape is in it. */
const COMMAND =
  /(?<=(?:^|[;&|\n])\s*(?:(?:env|exec|then|do|else|time|!|[A-Za-z_]\w*=(?:'[^']*'|"[^"]*"|[^\s;&|'"])*)\s+)*)(?:'[^']+'|"[^"\\$`]+"|[^\s;&|'"=\\$`#(){}<>]+)(?=[\s;&|]|$)/g;
const QUOTED = /'[^']*'|"[^"\\$`]*"/g;

/** What stands before a program's own `NODE_OPTIONS`. */
export interface OwnOptions {
  readonly usual: string;
  /** For a program that refuses the usual ones: all of its `NODE_OPTIONS`. */
  readonly reduced: string;
  /** Whether what a command starts is such a program. */
  readonly refuses: (command: string, args?: readonly string[]) => boolean;
}

/**
 * The arguments of a command; where that is a shell with a script (`sh -c 'NODE_OPTIONS=--flag node x'`, as package managers
 * run theirs) that sets `NODE_OPTIONS` anew, ours stand before what it sets; where it starts a program that refuses
 * them, that has the reduced ones. A script is left as it is where that is not plain: behind a substitution, an escape or a
 * comment, or where it adds to what is there (`$NODE_OPTIONS`).
 */
export function keepNodeOptions(command: string, args: readonly string[], ours: OwnOptions): string[] {
  const flag = SHELL.test(command) ? args.findIndex((arg) => /^-[a-z]*c$/.test(arg)) : -1;
  const at = args[flag + 1] === '--' ? flag + 2 : flag + 1;
  return args.map((arg, i) => (flag >= 0 && i === at ? inScript(arg, ours) : arg));
}

function inScript(script: string, { usual, reduced, refuses }: OwnOptions): string {
  if (/\$\{?NODE_OPTIONS\b/.test(script)) return script;
  const isPlain = (at: number): boolean => !/['"`\\#(){}<]/.test(script.slice(0, at).replaceAll(QUOTED, ''));
  const set = script.replace(ASSIGNMENT, (found: string, at: number) => (isPlain(at) ? found + quote(usual) : found));
  if (set !== script) return set;
  return script.replace(COMMAND, (word: string, at: number) =>
    isPlain(at) && refuses(word.replaceAll(/^['"]|['"]$/g, '')) ? `env NODE_OPTIONS=${quote(reduced)} ${word}` : word,
  );
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
