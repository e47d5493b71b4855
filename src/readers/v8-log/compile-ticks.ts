import type { SampleIndex } from '../../core/index.ts';

/** What did V8 do when a tick found it compiling? It compiled a module (its url), or was `logging` what it had compiled. */
export type Compiled = { readonly module: string } | 'logging';

/** A tick whose meaning the log has not told yet. */
interface OpenTick {
  readonly sample: SampleIndex;
  /** It may have been taken while V8 logged what it had just compiled. */
  readonly mayBeLogging: boolean;
}

/**
 * What were ticks for that found V8 compiling? The log tells when V8 is done: by the line of a script's top level, which comes
 * first of everything that was compiled with it, or by the line of another function, which was compiled at its first call. V8
 * before 13 does not say that it is writing its log, which takes as long as compiling for a large module.
 */
export class CompileTicks {
  #open: OpenTick[] = [];
  /** How many frames the last tick that found V8 compiling had; -1 once the program runs on. */
  #depth = -1;
  /** The module whose functions are being logged, and how many frames stood below while it was compiled. */
  #logged: { readonly url: string; readonly depth: number } | undefined;

  /** `settle` is told what a tick was for, once that is known; ticks of which it is not told compiled single functions. */
  constructor(private readonly settle: (sample: SampleIndex, compiled: Compiled) => void) {}

  /** A tick found V8 compiling, with so many frames on the stack. */
  compiling(sample: SampleIndex, depth: number): void {
    this.#open.push({ sample, mayBeLogging: this.#logged?.depth === depth });
    this.#depth = depth;
  }

  /** A tick found the program running: what was compiled before it is done. */
  running(): void {
    if (this.#depth < 0) return;
    this.#settleAll((tick) => (tick.mayBeLogging ? 'logging' : undefined));
    this.#logged = undefined;
    this.#depth = -1;
  }

  /** Bytecode of a function was logged. `module`: the url of the script whose top level it is. */
  created(module: string | undefined): void {
    if (this.#depth < 0) return;
    const isSame = module === undefined || module === this.#logged?.url;
    const compiled: Compiled | undefined = module === undefined ? undefined : { module };
    this.#settleAll((tick) => (tick.mayBeLogging && isSame ? 'logging' : compiled));
    if (!isSame) this.#logged = { url: module, depth: this.#depth };
  }

  #settleAll(compiledOf: (tick: OpenTick) => Compiled | undefined): void {
    for (const tick of this.#open) {
      const compiled = compiledOf(tick);
      if (compiled !== undefined) this.settle(tick.sample, compiled);
    }
    this.#open.length = 0;
  }
}

/**
 * The url of a script, from the label of its top level in the log (`name url:line:column`, without a name). Undefined for
 * other functions and for scripts without a name.
 */
export function moduleOfLabel(label: string): string | undefined {
  return label.startsWith(' ') && label.endsWith(':1:1') && label.length > 5 ? label.slice(1, -4) : undefined;
}
