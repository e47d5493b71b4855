import { mkdirSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { threadId } from 'node:worker_threads';
import { TIMING_VARIABLE, type TimingSettings, type UntimedFunction } from '../../recording/timed-calls.ts';
import { CallClock } from './call-clock.ts';
import { CLOCK_KEY } from './instrument.ts';
import { timeScript } from './time-script.ts';

// Bundled to dist/time-calls.cjs. `--require` loads it into each thread of a program whose calls are timed; where Node has only
// `module.register`, its hooks thread has a second copy.

const settings = JSON.parse(process.env[TIMING_VARIABLE] ?? '{"roots":[]}') as TimingSettings;
const untimed = new Map<string, UntimedFunction>();
const timed = (text: string, file: string, isModule: boolean): string =>
  timeScript(text, file, isModule, settings, (each) => untimed.set(`${each.file}:${each.line}`, each));

interface LoadContext {
  readonly format?: string | null;
}
interface Loaded {
  readonly format?: string | null;
  readonly source?: string | NodeJS.ArrayBufferView | ArrayBuffer | null;
}

/** Node's load hook. CommonJS comes by `_compile`, but for what is imported on Node 20. */
export function load(
  url: string,
  context: LoadContext,
  next: (url: string, context: LoadContext) => Loaded | Promise<Loaded>,
): Loaded | Promise<Loaded> {
  const loaded = next(url, context);
  return loaded instanceof Promise ? loaded.then((each) => timeLoaded(url, each)) : timeLoaded(url, loaded);
}

function timeLoaded(url: string, loaded: Loaded): Loaded {
  const { format, source } = loaded;
  if (source == null || (format !== 'module' && format !== 'module-typescript')) return loaded;
  const given = typeof source === 'string' ? source : new TextDecoder().decode(source);
  const text = format === 'module' ? given : stripTypes(given);
  return { ...loaded, format: 'module', source: timed(text, url, true) };
}

/** Node's own stripper leaves all that remains at its place. */
function stripTypes(text: string): string {
  return (Module as unknown as { stripTypeScriptTypes(text: string): string }).stripTypeScriptTypes(text);
}

/** Set where this is loaded for its hooks alone. */
const HOOKS_THREAD = 'heatlineHooks';

interface Internals {
  readonly prototype: { _compile(this: unknown, text: string, file: string, ...rest: unknown[]): unknown };
  registerHooks?(hooks: object): void;
  register(url: URL): void;
}

function install(): void {
  const internals = Module as unknown as Internals;
  const compile = internals.prototype._compile;
  internals.prototype._compile = function (text, file, ...rest) {
    return compile.call(this, typeof text === 'string' ? timed(text, file, false) : text, file, ...rest);
  };
  if (internals.registerHooks) internals.registerHooks({ load });
  else {
    const own = JSON.stringify(pathToFileURL(__filename).href);
    const hooks = `globalThis.${HOOKS_THREAD}=1;export const {load}=(await import(${own})).default`;
    internals.register(new URL(`data:text/javascript,${encodeURIComponent(hooks)}`));
  }
  patchVm();
  process.setSourceMapsEnabled(true);
  const clock = new CallClock();
  const holders = [globalThis, Buffer];
  for (const holder of holders) Object.defineProperty(holder, Symbol.for(CLOCK_KEY), { value: clock });
  writeAtEnd(clock);
}

/** Test runners compile with `vm`. */
function patchVm(): void {
  const nameOf = (options: unknown): string =>
    typeof options === 'string' ? options : String((options as { filename?: unknown } | undefined)?.filename ?? '');
  const { Script, compileFunction, runInThisContext } = vm;
  vm.Script = class extends Script {
    constructor(text: string, options?: vm.ScriptOptions | string) {
      super(timed(String(text), nameOf(options), false), options);
    }
  };
  vm.compileFunction = (text, params, options) => compileFunction(timed(text, nameOf(options), false), params, options);
  vm.runInThisContext = (text, options) => runInThisContext(timed(text, nameOf(options), false), options);
}

const WAYS_OUT = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function writeAtEnd(clock: CallClock): void {
  const write = (): void => {
    try {
      mkdirSync(settings.folder, { recursive: true });
      const text = JSON.stringify({
        pid: process.pid,
        thread: threadId,
        ...clock.describe(),
        untimed: [...untimed.values()],
      });
      writeFileSync(join(settings.folder, `${process.pid}-${threadId}.json`), text, { mode: 0o600 });
    } catch {
      // The folder is gone, so nobody waits for it.
    }
  };
  process.on('exit', write);
  if (threadId !== 0) return;
  for (const signal of WAYS_OUT) {
    const end = (): void => {
      process.removeListener(signal, end);
      // A program that listens decides by itself how it ends.
      if (process.listenerCount(signal) > 0) return;
      write();
      process.kill(process.pid, signal);
    };
    process.on(signal, end);
  }
}

const isHooksThread = HOOKS_THREAD in globalThis;
if (process.env[TIMING_VARIABLE] !== undefined && !isHooksThread && !(Symbol.for(CLOCK_KEY) in globalThis)) install();
