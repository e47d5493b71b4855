import { type FrameIndex, type MappingRequest, type PositionIndex, type ThrownOutBy, Tier } from '../../core/index.ts';
import type { RecordedScript } from '../../recording/index.ts';
import { findSections } from '../thread-sections.ts';
import type { ByteRange } from '../use-file.ts';
import { readDeopt } from './deopt-reasons.ts';
import { joinBrokenNames } from './broken-names.ts';
import { FieldCursor, unescapeText } from './log-fields.ts';
import { type LineHandler, LineReader } from './log-lines.ts';
import { LogReader } from './log-reader.ts';
import { parseFacts } from './read.ts';
import { type Code, RESOLVED_WIDTH } from './resolver.ts';
import { layoutOf, type Shape, Shapes } from './shapes.ts';

/** An access to properties, as its lines in the log tell it. */
export interface LoggedSite {
  readonly isKeyed: boolean;
  isMegamorphic: boolean;
  /** How many lines name a property. */
  readonly keys: Map<string, number>;
  readonly shapes: Set<Shape>;
}

/** Why optimised code of a function was thrown out: pieces of code by V8's reason and place. */
export interface LoggedThrowOuts {
  readonly pieces: Set<Code>;
  readonly reasons: Map<
    string,
    { readonly reason: ThrownOutBy; readonly position: PositionIndex; readonly pieces: Set<Code> }
  >;
}

/** What a log tells of causes. Rows are of `request`. */
export interface LoggedCauses {
  readonly request: MappingRequest;
  readonly sites: ReadonlyMap<PositionIndex, LoggedSite>;
  readonly thrownOut: ReadonlyMap<FrameIndex, LoggedThrowOuts>;
  readonly v8Version: string | undefined;
  /** Paths of Heatline's own scripts in the program. */
  readonly recorderScripts: readonly string[] | undefined;
  /** Lines about causes that are not understood, or too many. */
  readonly passedOver: number;
}

/** Beyond these an access has "very many" shapes or keys, and the log may be hundreds of megabytes long. */
const MOST_SHAPES = 5000;
const MOST_KEYS = 2000;
/** Beyond these, of all accesses together, lines are passed over. */
const MOST_SITES = 50_000;
const MOST_KEPT_SHAPES = 200_000;
/** V8's states of an access: no feedback yet, none, one shape, a few, many, recompute, and what only keyed accesses have (`G`, `D`). */
const STATES = /^[X01PN^GD]$/;
const NO_FEEDBACK = 'X';
const MEGAMORPHIC = 'N';
/**
 * Reads the lines that `--log-ic`, `--log-maps` and `--log-deopt` add to a V8 log. V8's own lines and columns in them are wrong in
 * inlined code, so that places come from addresses, as those of samples do.
 */
export class CauseLog {
  readonly #log = new LogReader();
  readonly #cursor = new FieldCursor();
  readonly #shapes = new Shapes();
  readonly #sites = new Map<PositionIndex, LoggedSite>();
  readonly #thrownOut = new Map<FrameIndex, LoggedThrowOuts>();
  #keptShapes = 0;
  #passedOver = 0;

  readonly line: LineHandler = joinBrokenNames((bytes, start, end) => {
    const kind = this.#cursor.begin(bytes, start, end);
    // No times are taken from this log.
    if (kind === 'tick') return;
    const isKnown = this.#read(kind, this.#cursor);
    if (isKnown === undefined) this.#log.line(bytes, start, end);
    else if (!isKnown) this.#passedOver++;
  });

  /** The recorder's facts as JSON, once they were read. */
  get facts(): string | undefined {
    return this.#log.found.facts;
  }

  /** What was found. `noted`: the recorder's notes on scripts; `recorderScripts`: its own. */
  build(noted: readonly RecordedScript[], recorderScripts?: readonly string[]): LoggedCauses {
    const { frames, scripts, found } = this.#log;
    const placed = scripts.build(noted);
    return {
      request: { scripts: placed.scripts, positions: frames.buildPositions(placed), frames: frames.buildFrames() },
      sites: this.#sites,
      thrownOut: this.#thrownOut,
      v8Version: found.v8Version,
      recorderScripts,
      passedOver: this.#passedOver,
    };
  }

  /** Undefined for lines about anything else. */
  #read(kind: string, cursor: FieldCursor): boolean | undefined {
    if (kind === 'map') return this.#map(cursor);
    if (kind === 'map-create') return this.#mapCreate(cursor);
    if (kind === 'map-move') return this.#mapMove(cursor);
    if (kind === 'code-deopt') return this.#deopt(cursor);
    return kind.endsWith('IC') ? this.#access(kind, cursor) : undefined;
  }

  /** `<kind>,<pc>,<time>,<line>,<column>,<old>,<new>,<map>,<key>,<modifier>,<slow reason>` */
  #access(kind: string, cursor: FieldCursor): boolean {
    const pc = cursor.address();
    for (let field = 0; field < 3; field++) cursor.skip();
    const [old, state] = [cursor.raw(), cursor.raw()];
    const map = cursor.address();
    if (!(pc >= 0 && map >= 0) || !STATES.test(old) || !STATES.test(state)) return false;
    const key = cursor.raw();
    const isTold =
      state !== NO_FEEDBACK && (/^(Keyed|LoadIC)/.test(kind) || (kind === 'StoreIC' && this.#has(map, key)));
    const position = isTold ? this.#positionOf(pc) : -1;
    if (position < 0) return true;
    const site = this.#siteAt(position, kind.startsWith('Keyed'));
    if (site === undefined) return false;
    if (state === MEGAMORPHIC) site.isMegamorphic = true;
    const times = site.keys.get(key) ?? 0;
    if (key !== '' && (times > 0 || site.keys.size < MOST_KEYS)) site.keys.set(key, times + 1);
    return map === 0 || this.#keepShape(site, map);
  }

  /** Constructors store into objects whose shapes are on their way: these do not have the property yet. Of dictionaries nobody knows. */
  #has(map: number, key: string): boolean {
    const [shape, name] = [this.#shapes.at(map), unescapeText(key)];
    return shape.normalised !== undefined || layoutOf(shape).steps.some(({ added }) => added === name);
  }

  #keepShape({ shapes }: LoggedSite, map: number): boolean {
    if (shapes.size >= MOST_SHAPES) return true;
    const shape = this.#shapes.at(map);
    if (shapes.has(shape)) return true;
    if (this.#keptShapes >= MOST_KEPT_SHAPES) return false;
    this.#keptShapes++;
    shapes.add(shape);
    return true;
  }

  #siteAt(position: PositionIndex, isKeyed: boolean): LoggedSite | undefined {
    const known = this.#sites.get(position);
    if (known || this.#sites.size >= MOST_SITES) return known;
    const site: LoggedSite = { isKeyed, isMegamorphic: false, keys: new Map(), shapes: new Set() };
    this.#sites.set(position, site);
    return site;
  }

  /** `map,<kind>,<time>,<from>,<to>,<pc>,<line>,<column>,<reason>,<name>` */
  #map(cursor: FieldCursor): boolean {
    const kind = cursor.raw();
    cursor.skip();
    const [from, to, pc] = [cursor.address(), cursor.address(), cursor.address()];
    cursor.skip();
    cursor.skip();
    const [reason, name] = [cursor.raw(), cursor.raw()];
    if (!(from >= 0 && to >= 0)) return false;
    return this.#shapes.add(kind, from, to, this.#positionOf(pc), reason, unescapeText(name));
  }

  /** `map-create,<time>,<address>` */
  #mapCreate(cursor: FieldCursor): boolean {
    cursor.skip();
    const address = cursor.address();
    if (!(address >= 0)) return false;
    this.#shapes.forget(address);
    return true;
  }

  /** `map-move,<time>,<from>,<to>` */
  #mapMove(cursor: FieldCursor): boolean {
    cursor.skip();
    const move = cursor.move();
    if (move === undefined) return false;
    this.#shapes.move(...move);
    return true;
  }

  #deopt(cursor: FieldCursor): boolean {
    const deopt = readDeopt(cursor);
    if (deopt === undefined) return false;
    const { address, inlining, character, kind, by } = deopt;
    const code = this.#log.resolver.code.at(address);
    if (code?.fn === undefined || by === undefined) return true;
    const frame = this.#log.frames.ofFunction(code.fn);
    const of: LoggedThrowOuts = this.#thrownOut.get(frame) ?? { pieces: new Set(), reasons: new Map() };
    of.pieces.add(code);
    this.#thrownOut.set(frame, of);
    const position = kind === 'deopt-eager' ? this.#deoptPosition(code, inlining, character) : -1;
    const known = of.reasons.get(`${position}:${by}`)?.pieces ?? new Set<Code>();
    of.reasons.set(`${position}:${by}`, { reason: by, position, pieces: known.add(code) });
    return true;
  }

  /** The character is one of the inlined function's script. */
  #deoptPosition(code: Code, inlining: number, character: number): PositionIndex {
    const { source } = code;
    const table = source && this.#log.resolver.tableOf(code, source);
    if (source === undefined || table === undefined) return -1;
    const fn = inlining < 0 ? code.fn : source.functions[table.inlined.callee[inlining] ?? -1];
    return fn === undefined ? -1 : this.#log.frames.position(fn.script, character);
  }

  /** The row of what an address in code stands for; -1 where nothing, or only a guess, is known. */
  #positionOf(pc: number): PositionIndex {
    const frames = this.#log.resolver.resolve(pc, false);
    const last = frames.length - RESOLVED_WIDTH;
    const isGuess = frames[last + 2] === 1 && frames[last + 3] >= Tier.maglev;
    return last < 0 || isGuess ? -1 : frames[last + 1];
  }
}

/** What each thread's V8 log in a recording tells of causes. Throws `FormatError`. */
export async function readLoggedCauses(path: string): Promise<LoggedCauses[]> {
  const sections = (await findSections(path))?.sections ?? [{ format: 'v8log', range: [0, Infinity] }];
  const found: LoggedCauses[] = [];
  for (const { format, range } of sections) if (format === 'v8log') found.push(await readOne(path, range));
  return found;
}

function readOne(path: string, [from, until]: ByteRange): Promise<LoggedCauses> {
  return LineReader.use(path, from, async (lines) => {
    const log = new CauseLog();
    await lines.readOn(log.line, { until });
    const rest = lines.rest();
    if (rest !== undefined) log.line(rest, 0, rest.length);
    const { scripts, facts } = parseFacts(path, log.facts);
    return log.build(scripts, facts.recorderScripts);
  });
}
