/** A configuration as launch.json has it. */
export interface WrittenConfiguration {
  readonly type: string;
  readonly name: string;
  readonly request: string;
  readonly [key: string]: unknown;
}

/** Whether a configuration can be profiled: it launches Node, or attaches to it, or is one of Heatline's own. */
export function isProfileable({ type }: WrittenConfiguration): boolean {
  return /^(heatline|(pwa-)?node|node-terminal)$/.test(type);
}

/** Whether the process to attach to is to be picked when the configuration starts. */
export function picksProcess({ request, processId }: WrittenConfiguration): boolean {
  return request === 'attach' && typeof processId === 'string' && processId.includes('${command:');
}

/**
 * A configuration of VS Code's Node debugger as one that profiles the same: type `heatline` takes its attributes, and
 * leaves what is for debugging only (`skipFiles`, `outFiles` …). Throws an error with a sentence for the user.
 */
export function asHeatline(written: WrittenConfiguration): WrittenConfiguration {
  const { type, request } = written;
  if (type === 'heatline') return written;
  if (type === 'node-terminal') return ofTerminal(written);
  return request === 'attach' ? ofAttach(written) : ofLaunch(written);
}

function ofLaunch(written: WrittenConfiguration): WrittenConfiguration {
  const { runtimeVersion, ...configuration } = written;
  if (typeof runtimeVersion === 'string' && !/^(default|system)$/.test(runtimeVersion)) {
    throw new Error(
      `Heatline does not know "runtimeVersion", which the configuration "${written.name}" has: name that Node's path in "runtimeExecutable".`,
    );
  }
  const command = configuration.program === undefined && configuration.runtimeExecutable === undefined;
  return {
    ...configuration,
    ...('runtimeArgs' in configuration && { runtimeArgs: withoutInspector(configuration.runtimeArgs) }),
    // Without a program its arguments say what Node is to run.
    ...(command && { program: '' }),
    ...(configuration.console === 'externalTerminal' && { console: 'integratedTerminal' }),
    type: 'heatline',
  };
}

/** The inspector is the profiler's. */
function withoutInspector(args: unknown): unknown {
  const flag = /^--inspect(-brk|-wait|-port|-publish-uid)?(=.*)?$/;
  if (Array.isArray(args)) return args.filter((word) => typeof word !== 'string' || !flag.test(word));
  if (typeof args !== 'string') return args;
  return args
    .split(' ')
    .filter((word) => !flag.test(word))
    .join(' ');
}

function ofTerminal({ command, ...configuration }: WrittenConfiguration): WrittenConfiguration {
  const [runtimeExecutable, option] = process.platform === 'win32' ? ['cmd', '/c'] : ['sh', '-c'];
  if (typeof command !== 'string' || command.trim() === '') {
    throw new Error(`The configuration "${configuration.name}" has no command that could be profiled.`);
  }
  const launched = { runtimeExecutable, runtimeArgs: [option, command], console: 'integratedTerminal' };
  return { ...configuration, ...launched, type: 'heatline', request: 'launch' };
}

/** What Node's debugger calls the address is the host here. */
function ofAttach({ name, port = 9229, address: host, websocketAddress, processId }: WrittenConfiguration) {
  const attach = { type: 'heatline', request: 'attach', name };
  if (websocketAddress !== undefined) return { ...attach, address: websocketAddress };
  return processId === undefined ? { ...attach, port, host } : { ...attach, processId };
}
