import type { Identifier, Position, PrivateIdentifier } from 'acorn';
import { categoryOfSource, Category, FrameKind, type Source } from '../core/index.ts';
import { createMapCache, Files, mapPositions } from '../source-maps/index.ts';
import { type TimedFunction, UNKNOWN_LINE } from '../recording/timing.ts';
import { findSourceMapUrl, isInPackage } from '../urls/index.ts';
import type { FoundFunction } from './find-functions.ts';

/** A function with its name, where it begins and the line of its end in the original source. */
export interface OwnFunction {
  readonly found: FoundFunction;
  /** Empty where nothing names it. */
  readonly name: string;
  readonly place: Pick<TimedFunction, 'file' | 'line' | 'column'>;
  readonly endLine: number;
  /** Neither a package's nor a bundler's. */
  readonly isOwn: boolean;
}

/** A text that runs. `url`: its path or name; `folders`: in which its originals may be. */
export interface RunningText {
  readonly text: string;
  readonly url: string;
  readonly folders: readonly string[];
}

const cache = createMapCache();

/**
 * The original name and place of each function of a text, by the text's source map. Functions that a bundler added are left out.
 * Where a loader changed the text of a file and gives no map, lines are unknown.
 */
export function placeFunctions({ text, url, folders }: RunningText, all: readonly FoundFunction[]): OwnFunction[] {
  const asked = new Asked(all);
  const files = new Files(cache);
  const sourceMapUrl = findSourceMapUrl(text);
  const script = { url, source: text, ...(sourceMapUrl !== undefined && { sourceMapUrl }) };
  const ran = hasLinesOf(textOf(url, files) ?? text, text) ? script : { ...script, isFileText: false };
  const { sources, frames } = mapPositions({ scripts: [ran], ...asked.tables() }, { folders, cache });
  const isMapped = sources.some(({ isGenerated }) => !isGenerated);
  const originals = sources.map((source) => new Original(source, files));
  return all.flatMap((found, i): OwnFunction[] => {
    const { frame, end } = asked.functions[i];
    const [line, column] = [frames.line[frame], Math.max(0, frames.column[frame])];
    const original = frames.source[frame] < 0 ? undefined : originals[frames.source[frame]];
    const isAdded = isMapped && (line === UNKNOWN_LINE || original?.source.isGenerated);
    if (original === undefined || isAdded) return [];
    const name = found.nameBy((identifier) => frames.name[asked.names.get(identifier) ?? frame] || identifier.name);
    const { path } = original.source;
    return [
      {
        found,
        name: name || (path === url ? '' : original.nameAt(line, column)),
        place: { file: path, line, column: line === UNKNOWN_LINE ? 0 : column },
        endLine: frames.source[end] === frames.source[frame] ? frames.line[end] : line,
        // A text of a package runs here only where the package's folder was named.
        isOwn: path === url || isInPackage(url) || categoryOfSource(original.source) === Category.own,
      },
    ];
  });
}

/** Undefined where there is no such file. */
const textOf = (path: string, files: Files): string | undefined => files.read(path)?.toString('utf8');

/** Whether a text may have the lines of a file: strippers of types move none. */
const hasLinesOf = (file: string, text: string): boolean => file.split('\n').length === text.split('\n').length;

/** What is to be mapped of one script: where functions begin and end, and where identifiers stand that name them. */
class Asked {
  readonly #words: string[] = [];
  readonly #places: Position[] = [];
  /** Rows of where each function begins, and of its last character. */
  readonly functions: readonly { readonly frame: number; readonly end: number }[];
  /** Rows of identifiers. */
  readonly names = new Map<Identifier | PrivateIdentifier, number>();

  constructor(all: readonly FoundFunction[]) {
    this.functions = all.map(({ node: { loc } }) => {
      if (!loc) throw new Error('parsed without locations');
      const last = { line: loc.end.line, column: loc.end.column - 1 };
      return { frame: this.#add('', loc.start), end: this.#add('', last) };
    });
    for (const { nameBy } of all)
      nameBy((identifier) => {
        if (identifier.loc) this.names.set(identifier, this.#add(identifier.name, identifier.loc.end));
        return identifier.name;
      });
  }

  /** `word`: what ends there. Returns its row. */
  #add(word: string, place: Position): number {
    this.#words.push(word);
    return this.#places.push(place) - 1;
  }

  /** A row of `frames` for each row of `positions`. */
  tables() {
    const count = this.#places.length;
    return {
      positions: {
        script: new Int32Array(count),
        line: Int32Array.from(this.#places, ({ line }) => line),
        column: Int32Array.from(this.#places, ({ column }) => column),
      },
      frames: {
        name: this.#words,
        position: Int32Array.from(this.#places.keys()),
        kind: new Uint8Array(count).fill(FrameKind.script),
      },
    };
  }
}

/** How far from where a function begins its name is looked for, in characters. */
const NAME_REACH = 256;

/** An original source, whose text is read where a function's name is looked for in it. */
class Original {
  #lines: readonly string[] | undefined;

  constructor(
    readonly source: Source,
    private readonly files: Files,
  ) {}

  /**
   * The name of the function that begins at a place (line 1-based, column 0-based), empty where none stands there. Minifiers put a
   * function that is called once into its caller, without its name.
   */
  nameAt(line: number, column: number): string {
    this.#lines ??= (this.source.content ?? textOf(this.source.path, this.files) ?? '').split('\n');
    const text = this.#lines[line - 1] ?? '';
    const [, declared] = /^(?:async\s+)?function\s*\*?\s*([\w$]+)/.exec(text.slice(column, column + NAME_REACH)) ?? [];
    const before = text.slice(Math.max(0, column - NAME_REACH), column).replace(/\s*(?:\basync\s*)?$/, '');
    const [, assigned] = (before.endsWith('=') && /([\w$]+)\s*(?::[^=]*)?=$/.exec(before)) || [];
    return declared ?? assigned ?? '';
  }
}
