import type { Script } from '../../core/index.ts';
import { LinkedNodes } from '../stacks/linked-nodes.ts';
import { placeOf } from '../stacks/linked-threads.ts';
import { NOWHERE, type Place, type StackFunction } from '../stacks/thread-builder.ts';
import type { FirefoxTables } from './tables.ts';

/** The number of the node of samples without a stack, and of those that are idle. */
export const IDLE = -1;

/** What the stacks of some tables are made of. */
export interface FirefoxStacks {
  readonly nodes: LinkedNodes;
  /** Whether the thread was idle in a stack. */
  readonly isIdle: Uint8Array;
  /** What is known of scripts, by their urls. */
  readonly scripts: ReadonlyMap<string, Omit<Script, 'url'>>;
}

/** `categories`: their names. Undefined if something that the tables name is not there. */
export function buildStacks(tables: FirefoxTables, categories: readonly string[]): FirefoxStacks | undefined {
  const [frame, prefix, offset] = ['frame', 'prefix', 'prefixOffset'].map((name) => tables.numbers('stackTable', name));
  const [func, category] = ['func', 'category'].map((name) => tables.numbers('frameTable', name));
  const isIdle = new Uint8Array(frame.length);
  const functions = new FunctionTable(tables);
  const nodes = new LinkedNodes(functions.list);
  nodes.add(IDLE, undefined, functions.list.push({ name: '(idle)', url: '', ...NOWHERE }) - 1);
  const frames: (Frame | undefined)[] = [];
  for (let stack = 0; stack < frame.length; stack++) {
    const at = frame[stack];
    const own = (frames[at] ??= functions.frameOf(at, func[at], categories[category[at]]));
    if (own === undefined) return undefined;
    const caller = offset.length > 0 ? (offset[stack] > 0 ? stack - offset[stack] : NaN) : prefix[stack];
    isIdle[stack] = own.isIdle ?? isIdle[caller] ?? 0;
    nodes.add(stack, Number.isNaN(caller) ? undefined : caller, own.called, own.place);
  }
  return { nodes, isIdle, scripts: functions.scripts() };
}

/** What all stacks with the same innermost frame have in common. */
interface Frame {
  /** 1: the thread was idle; undefined where the caller's frame tells. */
  readonly isIdle: number | undefined;
  /** Which of the functions. */
  readonly called: number;
  readonly place: Place | undefined;
}

/** Functions and places of frames; those before a source map was applied where the others are not known of both. */
class FunctionTable {
  readonly list: StackFunction[] = [];
  /** By the number of a function, and how it is told. */
  readonly #rows = new Map<number, number>();
  readonly #originals = new Set<string>();

  constructor(private readonly tables: FirefoxTables) {}

  #number(table: string, column: string, row: number): number {
    return this.tables.numbers(table, column)[row] ?? NaN;
  }

  /** `category`: its name. Undefined if the function has none. */
  frameOf(frame: number, func: number, category: string | undefined): Frame | undefined {
    const original = this.#originalOf(frame);
    const [isOriginal, isGc] = [original !== undefined, category?.startsWith('GC') ?? false];
    const key = 4 * func + (isOriginal ? 1 : 0) + (isGc ? 2 : 0);
    let called = this.#rows.get(key);
    if (called === undefined) {
      const built = this.#functionOf(func, isOriginal, isGc);
      if (built === undefined) return undefined;
      this.#rows.set(key, (called = this.list.push(built) - 1));
    }
    const place = original ?? this.#place('frameTable', ['line', 'column'], frame);
    return { isIdle: category === undefined ? undefined : Number(category === 'Idle'), called, place };
  }

  /** A place in the original, if its function is in the same file. */
  #originalOf(frame: number): Place | undefined {
    const [at, begin] = [
      this.#number('frameTable', 'originalLocation', frame),
      this.#number('funcTable', 'originalLocation', this.#number('frameTable', 'func', frame)),
    ];
    const [source, definedIn] = [at, begin].map((row) => this.#number('sourceLocationTable', 'source', row));
    return source === definedIn ? this.#place('sourceLocationTable', ['line', 'column'], at) : undefined;
  }

  #place(table: string, [line, column]: readonly [string, string], row: number): Place | undefined {
    return placeOf(this.#number(table, line, row), this.#number(table, column, row));
  }

  /** Undefined if it has no name. */
  #functionOf(func: number, isOriginal: boolean, isGc: boolean): StackFunction | undefined {
    const { tables } = this;
    const text = (column: string): string | undefined => tables.text(this.#number('funcTable', column, func));
    const named = text('name');
    if (named === undefined) return undefined;
    const name = named === '(anonymous)' ? '' : named;
    const original = this.#number('funcTable', 'originalLocation', func);
    if (isOriginal) {
      const url = this.#fileOf(this.#number('sourceLocationTable', 'source', original)) ?? '';
      this.#originals.add(url);
      return { name, url, ...(this.#place('sourceLocationTable', ['line', 'column'], original) ?? NOWHERE) };
    }
    const url = text('fileName') ?? this.#fileOf(this.#number('funcTable', 'source', func)) ?? '';
    if (url !== '')
      return { name, url, ...(this.#place('funcTable', ['lineNumber', 'columnNumber'], func) ?? NOWHERE) };
    // Code of which only the address is known is told by the library that it is in.
    const library = tables.text(this.#number('resourceTable', 'name', this.#number('funcTable', 'resource', func)));
    const shown = /^0x[\da-f]+$/i.test(name) && library ? `(in ${library})` : name;
    return { name: isGc ? '(garbage collector)' : shown, url, ...NOWHERE };
  }

  #fileOf(source: number): string | undefined {
    return this.tables.text(this.#number('sources', 'filename', source));
  }

  /** What the file knows of its scripts. */
  scripts(): Map<string, Omit<Script, 'url'>> {
    const { tables } = this;
    const contents = tables.other('sources', 'content');
    const known = new Map<string, Omit<Script, 'url'>>();
    for (const [row, name] of tables.numbers('sources', 'filename').entries()) {
      const url = tables.text(name);
      const content: unknown = Array.isArray(contents) ? contents[row] : undefined;
      const sourceMapUrl = tables.text(this.#number('sources', 'sourceMapURL', row));
      if (url !== undefined)
        known.set(url, {
          ...(typeof content === 'string' && { source: content }),
          ...(sourceMapUrl !== undefined && { sourceMapUrl }),
        });
    }
    for (const url of this.#originals) known.set(url, { ...known.get(url), isOriginal: true });
    return known;
  }
}
