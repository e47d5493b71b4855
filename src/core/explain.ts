import { type Analysis, Category } from './analysis.ts';
import type { MappedAnalysis } from './build-analysis.ts';
import type { AccessSite, Causes, ObjectFamily, ThrownOut } from '../recording/index.ts';
import { buildFunctions, type FunctionIdentities } from './build-functions.ts';
import { groupBy } from './group-rows.ts';
import { Precision } from './mapping.ts';
import { NO_CALLEE, type Script } from './profile.ts';
import type { FunctionIndex, LineIndex, Microseconds, Share } from './units.ts';
import { causeOfBuiltin, UNNAMED_BUILTIN, type WhyCode } from './why.ts';

/** What a run for causes tells of a recording. */
export interface Explained {
  /** By line, the most time first. */
  readonly accesses: ReadonlyMap<LineIndex, readonly ExplainedAccess[]>;
  readonly thrownOut: ReadonlyMap<FunctionIndex, ThrownOut>;
  readonly families: readonly ObjectFamily[];
  /** The part of the time of own functions whose scripts were found in the run for causes; 1 where own functions have no time. */
  readonly matched: Share;
  /** Of a run with a V8 that this Heatline does not know, and lines that it does not understand. */
  readonly newerV8?: string;
  /** The V8 of the run for causes, where it is not that of the recording: then nothing is known of code that is thrown out. */
  readonly otherV8?: string;
  readonly passedOver: number;
}

/** Time of a line in builtins that serve one access to properties. */
export interface ExplainedAccess {
  readonly line: LineIndex;
  readonly function: FunctionIndex;
  readonly code: WhyCode;
  readonly time: Microseconds;
  readonly site: AccessSite;
}

/** The last V8 whose log is known, that of Node 26. */
const NEWEST_V8 = 14;

/**
 * Joins causes onto a recording by the text of scripts and the character in it, which hold for minified files, too. A script whose text is
 * another one by now is not joined.
 */
export function explain(mapped: MappedAnalysis, causes: Causes): Explained {
  const scriptOf = matchScripts(mapped.profile.scripts, causes.scripts);
  const { ofFrame } = buildFunctions(mapped.profile.frames, mapped.mapping, mapped.profile.tree);
  const { v8Version = '', families, passedOver } = causes;
  const recorded = mapped.profile.recording.v8Version;
  const isOther = recorded !== undefined && v8Version !== '' && recorded !== v8Version;
  const isNewer = Number.parseInt(v8Version, 10) > NEWEST_V8;
  return {
    accesses: explainAccesses(mapped, spotsAt(mapped, causes.sites, scriptOf), ofFrame),
    // Each V8 has its own reasons to throw code out.
    thrownOut: isOther ? new Map() : explainThrowOuts(mapped, spotsAt(mapped, causes.thrownOut, scriptOf), ofFrame),
    families,
    matched: matchedShare(mapped, scriptOf, ofFrame),
    ...(isNewer && { newerV8: v8Version }),
    ...(isOther && { otherV8: v8Version }),
    passedOver,
  };
}

/** For each script of a recording: the rows of the same text among the causes. Where one of them does not tell its text, its name has to do. */
function matchScripts(scripts: readonly Script[], known: Causes['scripts']): Spots {
  const keys = known.flatMap(({ url, contentHash }, row) =>
    [contentHash && `#${contentHash}`, url].flatMap((key) => (key ? { key, row } : [])),
  );
  const byKey = groupBy(keys, ({ key }) => key);
  return scripts.map(({ url, contentHash }) => {
    const ofText = (contentHash !== undefined && byKey.get(`#${contentHash}`)) || [];
    const ofName = byKey.get(url) ?? [];
    const isText = ({ row }: { readonly row: number }): boolean =>
      contentHash !== undefined && known[row].contentHash !== undefined;
    return [...ofText, ...ofName.filter((one) => !isText(one))].map(({ row }) => row);
  });
}

/** By script of the recording: the rows of the same script among the causes. */
type Spots = readonly (readonly number[])[];
interface Spot {
  readonly script: number;
  readonly line: number;
  readonly column: number;
}
/** What is known of a position of the recording. */
type SpotsAt<T> = (position: number) => readonly T[];

/** A script may have been loaded more than once, and by several threads. */
function spotsAt<T extends Spot>({ profile: { positions } }: MappedAnalysis, spots: readonly T[], scriptOf: Spots) {
  const keyOf = (script: number, line: number, column: number): string => `${script}:${line}:${column}`;
  const known = groupBy(spots, ({ script, line, column }) => keyOf(script, line, column));
  return (position: number) =>
    (scriptOf[positions.script[position]] ?? []).flatMap(
      (script) => known.get(keyOf(script, positions.line[position], positions.column[position])) ?? [],
    );
}

function explainAccesses(
  { analysis, profile, mapping }: MappedAnalysis,
  sitesAt: SpotsAt<AccessSite>,
  ofFrame: OfFrame,
): Explained['accesses'] {
  const { builtins } = profile;
  const found = new Map<string, { -readonly [Key in keyof ExplainedAccess]: ExplainedAccess[Key] }>();
  const lineAt = rowsByPlace(analysis.lines);
  builtins?.position.forEach((position, row) => {
    const all = builtins.within[row] === NO_CALLEE ? sitesAt(position) : [];
    const [site] = [...all].sort((a, b) => b.shapeCount - a.shapeCount);
    const code = all.length > 0 ? codeOf(builtins.names[builtins.builtin[row]], site) : undefined;
    if (code === undefined || mapping.positions.precision[position] !== Precision.exact) return;
    const line = lineAt.get(`${mapping.positions.source[position]}:${mapping.positions.line[position]}`);
    if (line === undefined) return;
    const key = `${position}:${code}`;
    const known = found.get(key);
    if (known) known.time += builtins.time[row];
    else found.set(key, { line, function: ofFrame[builtins.frame[row]], code, time: builtins.time[row], site });
  });
  const sorted = [...found.values()].sort((a, b) => a.line - b.line || b.time - a.time);
  return groupBy(sorted, ({ line }) => line);
}

/** Builtins that only the access tells of: one without a name, and stores, which up to V8 11 have one for all shapes. */
const ONLY_BY_SITE: readonly string[] = [UNNAMED_BUILTIN, 'StoreIC', 'StoreICTrampoline'];

/** What a builtin at this access means; undefined where the log does not say that it is slow. */
function codeOf(builtin: string, site: AccessSite): WhyCode | undefined {
  const code = causeOfBuiltin(builtin);
  const many = site.isKeyed ? 'keyed' : 'megamorphic';
  if (code === 'slow-read') return site.dictionary && 'dictionary';
  if (!ONLY_BY_SITE.includes(builtin)) return code === many && site.isMegamorphic ? code : undefined;
  return site.isMegamorphic ? many : site.dictionary && 'dictionary';
}

function explainThrowOuts({ profile }: MappedAnalysis, thrownOutAt: SpotsAt<ThrownOut>, ofFrame: OfFrame) {
  const found = Array.from(profile.frames.position, (position, frame) =>
    thrownOutAt(position).map((spot) => ({ row: ofFrame[frame], spot })),
  ).flat();
  const byRow = groupBy(found, ({ row }) => row);
  return new Map(Array.from(byRow, ([row, all]) => [row, sumThrowOuts([...new Set(all.map(({ spot }) => spot))])]));
}

/** Functions that are made anew are one function to their author. */
const sumThrowOuts = (all: readonly ThrownOut[]): ThrownOut => ({
  ...all[0],
  pieces: all.reduce((sum, { pieces }) => sum + pieces, 0),
  reasons: all.flatMap(({ reasons }) => reasons).sort((a, b) => b.pieces - a.pieces),
});

function matchedShare(mapped: MappedAnalysis, scriptOf: Spots, ofFrame: OfFrame): Share {
  const { analysis, profile } = mapped;
  const { selfTime, category } = analysis.functions;
  const found = new Set<FunctionIndex>();
  profile.frames.position.forEach((position, frame) => {
    if (position >= 0 && scriptOf[profile.positions.script[position]]?.length > 0) found.add(ofFrame[frame]);
  });
  const timeOf = (isCounted: (row: FunctionIndex) => boolean): Microseconds =>
    selfTime.reduce((sum, time, row) => (category[row] === Category.own && isCounted(row) ? sum + time : sum), 0);
  const own = timeOf(() => true);
  return own > 0 ? timeOf((row) => found.has(row)) / own : 1;
}

/** The row of the function of each frame. */
type OfFrame = FunctionIdentities['ofFrame'];

const rowsByPlace = ({ source, line }: Analysis['lines']): ReadonlyMap<string, LineIndex> =>
  new Map(Array.from(line, (at, row) => [`${source[row]}:${at}`, row]));
