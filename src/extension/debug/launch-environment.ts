/** Values of a launch configuration's `env`: null takes a variable away. */
export type EnvironmentChanges = Readonly<Record<string, string | null>>;

/** The program's environment: VS Code's own, then these variables, the later ones before the earlier. */
export function mergeEnvironment(base: NodeJS.ProcessEnv, ...changes: EnvironmentChanges[]): NodeJS.ProcessEnv {
  const merged = Object.assign(withoutHost(base), ...changes) as EnvironmentChanges;
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** What of an environment has to be set in a terminal that has `base` already; null takes a variable away there. */
export function terminalEnvironment(base: NodeJS.ProcessEnv, wanted: NodeJS.ProcessEnv): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const [name, value] of Object.entries(wanted))
    if (value !== undefined && base[name] !== value) changes[name] = value;
  for (const name of Object.keys(withoutHost(base))) if (wanted[name] === undefined) changes[name] = null;
  return changes;
}

/**
 * VS Code's extension host is itself a Node or Electron process, and what steers it must not reach the program:
 * `ELECTRON_RUN_AS_NODE` and `VSCODE_*` change how child processes behave.
 */
function withoutHost(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(ELECTRON_|VSCODE_)/.test(name)));
}
