/**
 * How a script of a shell keeps our `NODE_OPTIONS` where it sets its own. Part of the bootloader's bundle: nothing large may be
 * imported here.
 */

const SHELL = /(?:^|[\\/])(?:ba|da|z|k|a)?sh$/;
/** Where a command begins; `export`, `env`, `exec` and other variables may stand before it. */
const ASSIGNMENT =
  /(?<=(?:^|[;&|\n])\s*(?:(?:export|env|exec|[A-Za-z_]\w*=(?:'[^']*'|"[^"]*"|[^\s;&|'"])*)\s+)*)NODE_OPTIONS=/g;
const QUOTED = /'[^']*'|"[^"\\$`]*"/g;

/**
 * The arguments of a command; where that is a shell with a script (`sh -c 'NODE_OPTIONS=--flag node x'`, as package managers
 * run theirs) that sets `NODE_OPTIONS` anew, `ours` stands before what it sets. A script is left as it is where that is not
 * plain: behind a substitution, an escape or a comment, or where it adds to what is there (`$NODE_OPTIONS`).
 */
export function keepNodeOptions(command: string, args: readonly string[], ours: string): string[] {
  const flag = SHELL.test(command) ? args.findIndex((arg) => /^-[a-z]*c$/.test(arg)) : -1;
  const at = args[flag + 1] === '--' ? flag + 2 : flag + 1;
  return args.map((arg, i) => (flag >= 0 && i === at ? inScript(arg, ours) : arg));
}

function inScript(script: string, ours: string): string {
  if (/\$\{?NODE_OPTIONS\b/.test(script)) return script;
  const quoted = `'${ours.replaceAll("'", "'\\''")}'`;
  return script.replace(ASSIGNMENT, (found: string, at: number) =>
    /['"`\\#(){}<]/.test(script.slice(0, at).replaceAll(QUOTED, '')) ? found : found + quoted,
  );
}
