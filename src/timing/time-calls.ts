import { renameSync, writeFileSync } from 'node:fs';
import Module, { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { MessagePort, threadId } from 'node:worker_threads';
import { attempt } from '../core/index.ts';
import { endingSignals } from '../recording/rendezvous.ts';
import { TIMING_VARIABLE, type TimingSettings, type UntimedFunction } from '../recording/timing.ts';
import { CallClock, now } from './call-clock.ts';
import { countCalls } from './count-calls.ts';
import { CLOCK_KEY, unmark } from './instrument.ts';
import { type TextKind, timeScript } from './time-script.ts';

// Bundled to dist/time-calls.cjs. `--require` loads it into each thread of a program whose calls are timed or counted; where Node has only
// `module.register`, its hooks thread has a second copy.

const settings = JSON.parse(process.env[TIMING_VARIABLE] ?? '{"roots":[]}') as TimingSettings;
const untimed = new Map<string, UntimedFunction>();
/** What cannot be timed for whatever reason runs as it is. */
function timed(text: string, file: string, kind: TextKind): string {
  const tell = (each: UntimedFunction): void => void untimed.set(`${each.file}:${each.line}`, each);
  return attempt(() => timeScript(text, file, kind, settings, tell)) ?? text;
}

type Loaded = Module.LoadFnOutput;

/** Node's load hook. CommonJS comes by `_compile`, but for what is imported on Node 20. */
export function load(
  url: string,
  context: object,
  next: (url: string, context: object) => Loaded | Promise<Loaded>,
): Loaded | Promise<Loaded> {
  const loaded = next(url, context);
  return loaded instanceof Promise ? loaded.then((each) => timeLoaded(url, each)) : timeLoaded(url, loaded);
}

function timeLoaded(url: string, loaded: Loaded): Loaded {
  const { format, source } = loaded;
  const [kind, isTypeScript] = splitFormat(format);
  if (source === null || source === undefined || (kind !== 'module' && kind !== 'commonjs')) return loaded;
  const given = typeof source === 'string' ? source : new TextDecoder().decode(source);
  const text = isTypeScript ? stripTypes(given) : given;
  return text === undefined ? loaded : { ...loaded, format: kind, source: timed(text, url, kindOfText(kind)) };
}

const kindOfText = (format: string | undefined): TextKind => (format === 'module' ? 'module' : 'body');

/** `module-typescript` is a module in TypeScript. */
function splitFormat(format: string | null | undefined): [kind: string | undefined, isTypeScript: boolean] {
  return [format?.replace(/-typescript$/, ''), format?.endsWith('-typescript') ?? false];
}

/** Node's own stripper leaves all that remains at its place. Undefined where the text has more than types. */
function stripTypes(text: string): string | undefined {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- put back as it was
  const { emitWarning } = process;
  // It is an experiment of Node's, which the program did not choose.
  process.emitWarning = () => undefined;
  try {
    return (Module as unknown as { stripTypeScriptTypes(text: string): string }).stripTypeScriptTypes(text);
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Set where this is loaded for its hooks alone. */
const HOOKS_THREAD = 'heatlineHooks';

interface Internals {
  readonly prototype: {
    _compile: (this: unknown, text: string, file: string, format?: string, ...rest: unknown[]) => unknown;
  };
  registerHooks?: (hooks: object) => { deregister(): void };
  register: (...given: unknown[]) => unknown;
}

/** What this thread tells at its end. */
interface Measuring {
  /** As `recording/timed-calls.ts` has it. */
  describe(): object;
  /** Does something that counts for no call, and says so; does nothing before the first call. */
  aside(work: () => void): boolean;
}

function startCounting(): Measuring {
  const functions = countCalls(settings);
  const cost = { insideNs: 0, besideNs: 0, clockNs: 0 };
  let hasCounted = false;
  return {
    describe: () => ({ origin: performance.timeOrigin, cost, functions: functions(), path: [], pathIsComplete: false }),
    aside: (work) => {
      hasCounted ||= functions().length > 0;
      if (hasCounted) work();
      return hasCounted;
    },
  };
}

function startTiming(): Measuring {
  const internals = Module as unknown as Internals;
  const compile = internals.prototype._compile;
  internals.prototype._compile = function (text, file, format, ...rest) {
    const [kind, isTypeScript] = splitFormat(format);
    const plain = isTypeScript ? stripTypes(text) : text;
    if (typeof plain !== 'string') return compile.call(this, text, file, format, ...rest);
    return compile.call(this, timed(plain, file, kindOfText(kind)), file, kind, ...rest);
  };
  const clock = new CallClock();
  const give: Give = (holder) => Object.defineProperty(holder, CLOCK_KEY, { value: clock, configurable: true });
  give(globalThis);
  // Node's permissions may not let it: modules are not timed then.
  attempt(() => hookLoading(internals));
  patchVm(give);
  showOwnTexts();
  syncBuiltinESMExports();
  process.setSourceMapsEnabled(true);
  return clock;
}

/** Hands the clock to a global object. */
type Give = (holder: object) => void;

/** A function's text may be evaluated elsewhere, where there is no clock. */
function showOwnTexts(): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the function that is asked
  const { toString } = Function.prototype;
  // A method, which is no constructor either.
  const replaced = {
    toString(this: unknown): string {
      return unmark(toString.call(this));
    },
  };
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it uses no `this` of its holder
  Function.prototype.toString = replaced.toString;
}

/** The hooks that came last are asked first, and may ask no others: loaders' must stay before ours, which get what they made. */
function hookLoading(internals: Internals): void {
  const { register, registerHooks } = internals;
  if (registerHooks) {
    let own = registerHooks({ load });
    internals.registerHooks = (hooks) => {
      const others = registerHooks(hooks);
      own.deregister();
      own = registerHooks({ load });
      return others;
    };
    return;
  }
  const path = JSON.stringify(pathToFileURL(__filename).href);
  const hooks = `globalThis.${HOOKS_THREAD}=1;export const {load}=(await import(${path})).default`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(hooks)}`);
  register(url);
  internals.register = (...given) => {
    const result = register(...given);
    register(url);
    return result;
  };
}

/** Test runners compile with `vm`, and run in globals of their own. */
function patchVm(give: Give): void {
  const nameOf = (options: { readonly filename?: string } | string | undefined): string =>
    (typeof options === 'string' ? options : options?.filename) ?? '';
  const { Script, compileFunction, runInThisContext } = vm;
  vm.Script = class extends Script {
    constructor(text: string, options?: vm.ScriptOptions | string) {
      super(timed(text, nameOf(options), 'script'), options);
    }
    override runInContext(context: vm.Context, options?: vm.RunningScriptOptions): unknown {
      give(context);
      return super.runInContext(context, options);
    }
  };
  vm.compileFunction = (text, params, options) => {
    if (options?.parsingContext) give(options.parsingContext);
    return compileFunction(timed(text, nameOf(options), 'body'), params, options);
  };
  vm.runInThisContext = (text, options): unknown => runInThisContext(timed(text, nameOf(options), 'script'), options);
}

function writeAtEnd(measuring: Measuring): void {
  const write = (): void => {
    try {
      const { pid } = process;
      const measured = { pid, thread: threadId, ...measuring.describe(), untimed: [...untimed.values()] };
      const file = join(settings.folder, `${pid}-${threadId}.json`);
      writeFileSync(`${file}.new`, JSON.stringify(measured), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      // The folder is gone, so nobody waits for it.
    }
  };
  process.on('exit', write);
  const writeAside = notTooOften(() => attempt(() => measuring.aside(write)) ?? false);
  if (process.send) doBefore(process, 'send', writeAside);
  if (threadId !== 0) {
    doBefore(MessagePort.prototype, 'postMessage', writeAside);
    return;
  }
  for (const signal of endingSignals) {
    const end = (): void => {
      process.removeListener(signal, end);
      write();
      // A program that listens decides by itself how it ends.
      if (process.listenerCount(signal) > 0) return;
      process.kill(process.pid, signal);
    };
    process.on(signal, end);
  }
}

/** Who has its results may end a thread or process, which then writes nothing: it has to have written before it speaks. */
function doBefore<Name extends string>(holder: Partial<Record<Name, unknown>>, name: Name, work: () => void): void {
  const speak = holder[name] as (...given: unknown[]) => unknown;
  const replaced = {
    [name](this: unknown, ...given: unknown[]): unknown {
      work();
      return speak.apply(this, given);
    },
  };
  Object.assign(holder, replaced);
}

/** Does it for a twentieth of the time at most. What did nothing, as before the messages by which Node starts a thread, does not count. */
function notTooOften(work: () => boolean): () => void {
  let next = 0;
  return () => {
    const started = now();
    if (started < next) return;
    if (work()) next = now() + 19 * (now() - started);
  };
}

const isHooksThread = HOOKS_THREAD in globalThis;
if (process.env[TIMING_VARIABLE] !== undefined && !isHooksThread && !(CLOCK_KEY in globalThis))
  writeAtEnd(settings.countOnly ? startCounting() : startTiming());
