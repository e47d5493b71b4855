import { isRecorderScript, type PositionIndex } from '../../core/index.ts';
import type {
  AccessSite,
  CausePlace,
  Causes,
  DictionaryReason,
  ObjectFamily,
  ThrownOut,
} from '../../recording/index.ts';
import { unescapeText } from './log-fields.ts';
import type { LoggedCauses, LoggedSite, LoggedThrowOuts } from './cause-log.ts';
import { layoutOf, type Shape } from './shapes.ts';

/** So many properties, places or reasons are told; more make no sentence. */
const TOLD = 6;
/** Other reasons are V8's own business, such as what it does with prototypes. */
const dictionaryReasons: Readonly<Record<string, DictionaryReason>> = {
  DeletingProperty: 'deleted',
  TooManyFastProperties: 'many',
  TransitionToDifferentAccessor: 'accessor',
  AccessorsOverwritingNonLast: 'accessor',
};

type PlaceOf = (position: PositionIndex) => CausePlace | undefined;

/** Shapes that began in the same way, and the chains of their properties. */
interface Group {
  readonly name: string | undefined;
  readonly first: PositionIndex;
  readonly shapes: Map<Shape, readonly Shape[]>;
}

/** What a log tells, in the words of the model. `placeOf`: the original place of a position. */
export function buildCauses(logged: LoggedCauses, placeOf: PlaceOf): Causes {
  const { request, v8Version, passedOver, recorderScripts } = logged;
  // Node's objects and Heatline's share shapes with those of the program.
  const isOwn = request.scripts.map(({ url }) => !url.startsWith('node:') && !isRecorderScript(url, recorderScripts));
  const isPrograms = (position: PositionIndex): boolean => isOwn[request.positions.script[position]] ?? false;
  const groups = new Map<string, Group>();
  const sites = [...logged.sites].flatMap(([position, site]) => {
    const dictionary = dictionaryOf(site, isPrograms, placeOf);
    if (!(request.positions.line[position] > 0) || (!site.isMegamorphic && dictionary === undefined)) return [];
    return [{ position, site, dictionary, groups: groupShapes(site, groups, isPrograms) }];
  });
  const order = [...groups.values()];
  const rows = new Map(order.map((group, row) => [group, row]));
  const described = (position: PositionIndex) => ({
    script: request.positions.script[position],
    line: request.positions.line[position],
    column: request.positions.column[position],
  });
  return {
    version: 1,
    scripts: request.scripts.map(({ url, contentHash }) => ({
      url,
      ...(contentHash !== undefined && { contentHash }),
    })),
    families: order.map((group) => describeFamily(group, placeOf)),
    sites: sites.map(({ position, site, dictionary, groups: of }): AccessSite => ({
      ...described(position),
      isKeyed: site.isKeyed,
      isMegamorphic: site.isMegamorphic,
      keys: byMost(site.keys).slice(0, TOLD).map(nameOfKey),
      keyCount: site.keys.size,
      shapeCount: site.shapes.size,
      families: byMostEntries(of).map(([group, count]) => [rows.get(group) ?? 0, count]),
      ...(dictionary && { dictionary }),
    })),
    thrownOut: [...logged.thrownOut].flatMap(([frame, of]) => {
      const position = request.frames.position[frame];
      return position >= 0 && request.positions.line[position] > 0
        ? [{ ...described(position), ...describeThrowOuts(of, placeOf) }]
        : [];
    }),
    v8Version,
    passedOver,
  };
}

/** The groups of a site's shapes, with how many are in each. */
function groupShapes(
  { shapes, isMegamorphic }: LoggedSite,
  groups: Map<string, Group>,
  isPrograms: (position: PositionIndex) => boolean,
): Map<Group, number> {
  const counts = new Map<Group, number>();
  for (const shape of isMegamorphic ? shapes : []) {
    const { root, steps } = layoutOf(shape);
    // Objects that were made as dictionaries, arrays and the like have nothing that tells them apart.
    if (root.maker === undefined && steps.length === 0) continue;
    // Node may have made objects that begin in the same way before the program did.
    const first = (steps.find(({ position }) => isPrograms(position)) ?? steps.at(0) ?? root).position;
    const key = root.maker === undefined ? `:${first}` : `${root.maker}:${root.position}`;
    const group = groups.get(key) ?? { name: root.maker, first, shapes: new Map<Shape, readonly Shape[]>() };
    groups.set(key, group);
    group.shapes.set(shape, steps);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return counts;
}

function describeFamily({ name, first, shapes }: Group, placeOf: PlaceOf): ObjectFamily {
  const chains = [...shapes.values()];
  const [longest] = [...chains].sort((a, b) => b.length - a.length);
  let common = 0;
  while (common < longest.length && chains.every((steps) => steps.at(common)?.added === longest[common].added))
    common++;
  // A shape that others only go on from is one of them on its way, and no other order.
  const rest = chains.map((steps) => steps.slice(common));
  const names = countOf(rest.flatMap((steps) => steps.map(({ added }) => nameOfKey(added ?? ''))));
  const places = countOf(rest.flatMap((steps) => steps.map(({ position }) => position)));
  const differAt = byMost(places).flatMap((position) => placeOf(position) ?? []);
  const at = placeOf(first);
  return {
    ...(name !== undefined && { name: name.replace(/ <.*>$/, '') }),
    ...(at && { at }),
    shapes: chains.length,
    ...(common > 0 && { after: nameOfKey(longest[common - 1].added ?? '') }),
    differ: chains.length > 1 ? byMost(names).slice(0, TOLD) : [],
    differAt: chains.length > 1 ? distinct(differAt).slice(0, TOLD) : [],
  };
}

/**
 * Why the objects that are read here became dictionaries, and where, as far as there is only one reason or place. Those that had
 * the property before are meant, if there are some.
 */
function dictionaryOf(
  { shapes, keys }: LoggedSite,
  isPrograms: (position: PositionIndex) => boolean,
  placeOf: PlaceOf,
): AccessSite['dictionary'] {
  const all = [...shapes]
    .flatMap((shape) => [...(shape.normalised?.values() ?? [])])
    .filter(({ reason, position }) => reason in dictionaryReasons && isPrograms(position));
  if (all.length === 0) return undefined;
  const names = new Set([...keys.keys()].map(unescapeText));
  const meant = all.filter(({ from }) => layoutOf(from).steps.some(({ added = '' }) => names.has(added)));
  const events = meant.length > 0 ? meant : all;
  const reasons = new Set(events.map(({ reason }) => dictionaryReasons[reason]));
  const places = distinct(events.map(({ position }) => placeOf(position) ?? UNKNOWN));
  const [reason, at] = [onlyOf([...reasons]), onlyOf(places)];
  return { ...(reason && { reason }), ...(at && at !== UNKNOWN && { at }) };
}

const UNKNOWN: CausePlace = { file: '', line: 0 };
const onlyOf = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

function describeThrowOuts(
  { pieces, reasons }: LoggedThrowOuts,
  placeOf: PlaceOf,
): Pick<ThrownOut, 'pieces' | 'reasons'> {
  const sorted = [...reasons.values()].sort((a, b) => b.pieces.size - a.pieces.size);
  return {
    pieces: pieces.size,
    reasons: sorted.slice(0, TOLD).map((each) => {
      const at = placeOf(each.position);
      return { reason: each.reason, pieces: each.pieces.size, ...(at && { at }) };
    }),
  };
}

/** A property as the program's author knows it: V8 writes a symbol as `symbol("name" hash 1f)`. */
const nameOfKey = (key: string): string => unescapeText(key).replace(/^symbol\("?(.*?)"? hash \w+\)$/, 'Symbol($1)');

function countOf<T>(things: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}

const byMostEntries = <T>(counts: ReadonlyMap<T, number>): [T, number][] => [...counts].sort(([, a], [, b]) => b - a);
const byMost = <T>(counts: ReadonlyMap<T, number>): T[] => byMostEntries(counts).map(([thing]) => thing);
const distinct = (places: readonly CausePlace[]): CausePlace[] => [
  ...new Map(places.map((place) => [`${place.file}:${place.line}`, place])).values(),
];
