import { type Analysis, Category, shareOf } from './analysis.ts';
import { builtinsOfLine } from './build-builtins.ts';
import type { AccessSite, ObjectFamily, ThrownOut } from '../recording/index.ts';
import type { ExplainedAccess } from './explain.ts';
import type { FunctionIndex, LineIndex, Microseconds, Share } from './units.ts';

/**
 * Why is it slow? By the builtins that lines run (`causes`); only a run for causes tells `dictionary` from other slow reads. By what V8
 * made of functions: `too-large`, `recompiled`, `large`. By what began garbage collections: `gc-site`.
 */
export type WhyCode = (typeof causes)[number]['code'] | 'dictionary' | 'too-large' | 'recompiled' | 'large' | 'gc-site';

/** Why a line, a function or, without both, the program is slow. */
export interface Remark {
  readonly code: WhyCode;
  /** Part of the own time of the line or function, or of the program's active time; `gc-site`: of garbage collection. */
  readonly share: Share;
  readonly line?: LineIndex;
  readonly function?: FunctionIndex;
  /** On a line that holds many statements: the share is of the function's own time, and the access is in it. */
  readonly isInside?: true;
  /** Only of a remark on the whole program: the lines that it is about, those with the most time first. */
  readonly places?: readonly LineIndex[];
  /** What a run for causes tells of it: the access with the most time, and the objects there, the most first. */
  readonly site?: AccessSite;
  readonly families?: readonly RemarkedFamily[];
  readonly thrownOut?: ThrownOut;
}

/** Objects that are read, and how many shapes of them where they are. `share`: of the program's active time, where it is about that. */
export interface RemarkedFamily {
  readonly family: ObjectFamily;
  readonly shapes: number;
  readonly share?: Share;
  readonly places?: number;
}

type Measured = Pick<Analysis, 'lines' | 'functions' | 'quality' | 'explained' | 'collections'>;

/** Builtins that are a cause. `inOptimised`: baseline code runs them for every access, so there they say nothing. */
const cause = <Code extends string>(code: Code, names: RegExp, inOptimised = false) => ({ code, names, inOptimised });
const causes = [
  cause('megamorphic', /^(Load|Store)IC(Trampoline)?_Megamorphic$/),
  cause('keyed', /^(Keyed(Load|Store|Has)|DefineKeyedOwn)IC(Trampoline)?_Megamorphic(StringKey)?$/),
  cause('slow-read', /^LoadIC(Trampoline|_Noninlined)?$/, true),
  cause('call-target', /^Call(Function)?_ReceiverIs(Any|NotNullOrUndefined|NullOrUndefined)$/, true),
  // Numbers alone, strings alone and BigInts have builtins of their own, or none.
  cause(
    'mixed-types',
    /^(Add|Subtract|Multiply|Divide|Modulus|Exponentiate|Negate|Bitwise(And|Or|Xor|Not)|Shift(Left|Right|RightLogical)|(Strict)?Equal|(Less|Greater)Than(OrEqual)?)(_With(Embedded)?Feedback)?$/,
    true,
  ),
  cause('proxy', /^Proxy(Get|Set|Has|Delete)Property$/),
  cause('name-lookup', /^Lookup(Script)?(Context|GlobalIC)|^Context::Lookup$/),
  cause('concatenation', /^StringAdd/),
  cause('array-growth', /^GrowFast/),
  cause('sparse-array', /^NumberDictionary$/),
  cause(
    'bigint',
    /^BigInt$|^BigInt(Add|Subtract|Multiply|Divide|Modulus|Exponentiate|Bitwise|Shift|UnaryMinus|Equal|Less|Greater)/,
  ),
];

/** In the copy of the builtins of which the log has no names. */
export const UNNAMED_BUILTIN = '(a builtin)';

/** What a builtin is a sign of; undefined of most. */
export const causeOfBuiltin = (builtin: string): WhyCode | undefined =>
  causes.find(({ names }) => names.test(builtin))?.code;

/** From here on (`unoptimised`: up to there) a cause is worth a sentence. Parts are of own time, shares of the program's active time. */
const LINE = { part: 0.2, samples: 15, share: 0.02, unoptimised: 0.2 };
const FUNCTION = { part: 0.6, samples: 30, share: 0.03 };
/**
 * Compilers, linters and formatters have no function that is thrown out so often, or optimised (26 times at most, before Node 26 tells
 * what is thrown out): then less unoptimised time is enough.
 */
const ENDLESSLY = { thrownOut: 20, optimised: 100, part: 0.25 };
const PROGRAM: Share = 0.03;
/** So many collections, of so much of the active time; the part of their time that a function began. */
const COLLECTIONS = { count: 10, share: 0.1, part: 0.4 };
/** The part that a family of objects has of such reads, to be told. */
const FAMILY = 0.1;
/** So many lines are named where a cause is all over the program. */
const PLACES = 5;
/** V8 optimises no function with more bytes of bytecode (`max_optimized_bytecode_size`, v8/src/flags/flag-definitions.h). */
const MOST_BYTECODE = 60 * 1024;
const LARGE_BYTECODE = 10 * 1024;
const OFTEN_THROWN_OUT = 5;
/** Three pieces may be in use: of Maglev, of TurboFan, and for a running loop. The others were thrown out. */
const OFTEN_OPTIMISED = 3 + OFTEN_THROWN_OUT;
/** A line on which columns are further apart holds many statements: what is true of it is true of none of them. */
const LONG_LINE = 400;

/** What there is to say of a recording: of the program, of functions, and of lines; one remark for each, the largest. */
export function findWhy(analysis: Measured): Remark[] {
  const { lines, functions } = analysis;
  const ofLines = Array.from(lines.line, (_, row) => whyLine(analysis, row)).filter((remark) => remark !== undefined);
  const ofFunctions = Array.from(functions.line, (_, row) => whyFunction(analysis, row));
  return [...whyProgram(analysis, ofLines), ...ofFunctions, ...ofLines].filter((remark) => remark !== undefined);
}

/** Why a line is slow. `share`: the least part that the cause has of the program's time; 0 where the line was asked for. */
export function whyLine(analysis: Measured, row: LineIndex, share: Share = LINE.share): Remark | undefined {
  const { lines } = analysis;
  if (!(shareOf(analysis, lines.selfTime[row]) >= share) || isNodes(analysis, lines.function[row])) return undefined;
  if (isLong(analysis, row)) return whyInside(analysis, row, share);
  const [most] = causesOf(analysis, row).sort((a, b) => b.time - a.time);
  if (most === undefined || shareOf(analysis, most.time) < share) return undefined;
  const part = Math.min(1, most.time / lines.selfTime[row]);
  const isClear = part >= LINE.part && part * lines.selfSamples[row] >= LINE.samples;
  return isClear ? { code: most.code, share: part, line: row, ...explained(analysis, most.access) } : undefined;
}

/** Of a line that holds many statements only single accesses can be told; the share of one is of its function's time. */
function whyInside(analysis: Measured, row: LineIndex, share: Share): Remark | undefined {
  const [access] = accessesOf(analysis, row).filter(({ code }) => code !== 'dictionary' || isOptimised(analysis, row));
  if (access === undefined || shareOf(analysis, access.time) < share) return undefined;
  const { function: fn, code, time } = access;
  const part = Math.min(1, time / analysis.functions.selfTime[fn]);
  const isClear = part >= LINE.part && part * analysis.functions.selfSamples[fn] >= LINE.samples;
  return isClear
    ? { code, share: part, line: row, function: fn, isInside: true, ...explained(analysis, access) }
    : undefined;
}

/** What a run for causes tells of an access: objects by how many shapes of them are read there. */
function explained(analysis: Measured, access: ExplainedAccess | undefined): Pick<Remark, 'site' | 'families'> {
  if (access === undefined) return {};
  const families = access.site.families.flatMap(([row, shapes]) => {
    const family = analysis.explained?.families.at(row);
    return family ? [{ family, shapes }] : [];
  });
  return { site: access.site, families };
}

/** The time of each cause on a line. What ran below a call of the line is none of its own. */
function causesOf(analysis: Measured, row: LineIndex) {
  const own = (builtinsOfLine(analysis.lines, row) ?? []).filter(({ isBelow }) => isBelow !== true);
  const accesses = accessesOf(analysis, row);
  const timeOf = (code: WhyCode): Microseconds =>
    accesses.reduce((sum, access) => (access.code === code ? sum + access.time : sum), 0);
  const accessOf = (code: WhyCode): ExplainedAccess | undefined => accesses.find((access) => access.code === code);
  const found = causes
    .filter(({ inOptimised }) => !inOptimised || isOptimised(analysis, row))
    .map(({ code, names }) => ({
      code,
      // Builtins without a name are known by their access alone.
      time: Math.max(
        timeOf(code),
        own.reduce((sum, { name, time }) => (names.test(name) ? sum + time : sum), 0),
      ),
      access: accessOf(code),
    }));
  const dictionary = isOptimised(analysis, row) ? timeOf('dictionary') : 0;
  return [
    ...found.map((one) => (one.code === 'slow-read' ? { ...one, time: Math.max(0, one.time - dictionary) } : one)),
    { code: 'dictionary' as const, time: dictionary, access: accessOf('dictionary') },
  ].filter(({ time }) => time > 0);
}

const isOptimised = ({ lines }: Measured, row: LineIndex): boolean =>
  (lines.unoptimisedTime?.[row] ?? Infinity) <= lines.selfTime[row] * LINE.unoptimised;

/** What a run for causes tells of a line, the most first. */
const accessesOf = ({ explained: found }: Measured, row: LineIndex): readonly ExplainedAccess[] =>
  found?.accesses.get(row) ?? [];

function isLong({ lines: { spots } }: Measured, row: LineIndex): boolean {
  let [least, most] = [Infinity, -Infinity];
  spots.lineRow.forEach((line, spot) => {
    if (line !== row) return;
    least = Math.min(least, spots.column[spot]);
    most = Math.max(most, spots.column[spot]);
  });
  return most - least > LONG_LINE;
}

/** Why a function is slow, as V8's log tells: it ran unoptimised for most of its time, or began most garbage collections. */
export function whyFunction(analysis: Measured, row: FunctionIndex): Remark | undefined {
  if (isNodes(analysis, row)) return undefined;
  return whySlowCode(analysis, row) ?? whyCollections(analysis, row);
}

function whySlowCode(analysis: Measured, row: FunctionIndex): Remark | undefined {
  const { code, selfTime, selfSamples } = analysis.functions;
  if (code === undefined) return undefined;
  const share = (code.interpreter[row] + code.baseline[row]) / selfTime[row];
  const found = analysis.explained?.thrownOut.get(row);
  const thrownOut = Math.max(code.thrownOut?.[row] ?? 0, found?.pieces ?? 0);
  const isEndless = thrownOut >= ENDLESSLY.thrownOut || code.optimised[row] >= ENDLESSLY.optimised;
  if (!(share >= (isEndless ? ENDLESSLY : FUNCTION).part) || selfSamples[row] < FUNCTION.samples) return undefined;
  if (shareOf(analysis, selfTime[row]) < FUNCTION.share) return undefined;
  const why = isEndless ? 'recompiled' : whyUnoptimised(code.bytecode[row], code.optimised[row], thrownOut);
  return why && { code: why, share: Math.min(1, share), function: row, ...(found && { thrownOut: found }) };
}

function whyCollections(analysis: Measured, row: FunctionIndex): Remark | undefined {
  const { collections = 0, functions, lines, quality } = analysis;
  const { category, gcTime: begun } = functions;
  if (begun === undefined || category[row] > Category.dependency || collections < COLLECTIONS.count) return undefined;
  const share = begun[row] / quality.gcTime;
  if (!(share >= COLLECTIONS.part) || quality.gcTime < quality.activeTime * COLLECTIONS.share) return undefined;
  // At most two functions come here. BigInts cannot be used again, and what allocates them is told of the line.
  const isOfBigInts = lines.function.some((fn, at) => fn === row && whyLine(analysis, at)?.code === 'bigint');
  // V8 allocates for a whole loop at once, so that the line may be the loop's head: none is told.
  return isOfBigInts ? undefined : { code: 'gc-site', share: Math.min(1, share), function: row };
}

function whyUnoptimised(bytecode: number, optimised: number, thrownOut: number): WhyCode | undefined {
  if (bytecode > MOST_BYTECODE) return 'too-large';
  if (bytecode >= LARGE_BYTECODE) return 'large';
  return wasOftenThrownOut(thrownOut) || optimised >= OFTEN_OPTIMISED ? 'recompiled' : undefined;
}

/** Whether so many pieces of code that were thrown out are worth telling. */
export const wasOftenThrownOut = (pieces = 0): boolean => pieces >= OFTEN_THROWN_OUT;

/** Reads of objects of many shapes are little on each line, and much in all. Lines with a remark of their own are told there. */
function whyProgram(analysis: Measured, told: readonly Remark[]): Remark[] {
  const known = new Set(told.map(({ line }) => line));
  const places = Array.from(analysis.lines.line, (_, line) => ({
    line,
    time: causesOf(analysis, line).find(({ code }) => code === 'megamorphic')?.time ?? 0,
  })).filter(({ line, time }) => time > 0 && !known.has(line) && !isNodes(analysis, analysis.lines.function[line]));
  const share = shareOf(
    analysis,
    places.reduce((sum, { time }) => sum + time, 0),
  );
  if (share < PROGRAM || places.length < 2) return [];
  const first = places.sort((a, b) => b.time - a.time).slice(0, PLACES);
  const families = sumFamilies(analysis, new Set(places.map(({ line }) => line))).filter(
    (family) => (family.share ?? 0) >= share * FAMILY,
  );
  return [
    {
      code: 'megamorphic',
      share: Math.min(1, share),
      places: first.map(({ line }) => line),
      ...(families.length > 0 && { families }),
    },
  ];
}

/** Whose objects are read on these lines: the time of an access is shared by the shapes that were seen there. */
function sumFamilies(analysis: Measured, lines: ReadonlySet<LineIndex>): RemarkedFamily[] {
  const sums = new Map<number, { time: Microseconds; places: number }>();
  for (const { line, code, time, site } of [...(analysis.explained?.accesses.values() ?? [])].flat()) {
    if (!lines.has(line) || code !== 'megamorphic') continue;
    const all = site.families.reduce((sum, [, shapes]) => sum + shapes, 0);
    for (const [family, shapes] of site.families) {
      const sum = sums.get(family) ?? { time: 0, places: 0 };
      sums.set(family, { time: sum.time + (time * shapes) / all, places: sum.places + 1 });
    }
  }
  return [...sums]
    .sort(([, a], [, b]) => b.time - a.time)
    .flatMap(([row, { time, places }]) => {
      const family = analysis.explained?.families.at(row);
      return family ? [{ family, shapes: family.shapes, share: shareOf(analysis, time), places }] : [];
    });
}

/** Whether it is code of Node's own, which nobody here can change. */
const isNodes = ({ functions }: Measured, row: FunctionIndex): boolean =>
  row >= 0 && functions.category[row] === Category.node;
