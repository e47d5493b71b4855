import { groupBy, type OneBasedLine, type Source } from '../core/index.ts';
import { alignLines, splitLines } from './align-lines.ts';
import type { SideRow, SideTable } from './side-table.ts';
import type { Sides } from './tell-rows-apart.ts';

/** The text of a source as it was profiled; undefined if nobody has it. */
export type TextOf = (source: Source) => string | undefined;

/** The same line or function on both sides, or on one. */
export type MatchedRow = Sides<SideRow | undefined>;

/** A line of after, and where it stood before; 0: it was not there. */
type LineBefore = (line: OneBasedLine) => OneBasedLine;

/**
 * Finds the lines and functions of before in after. Files that changed are compared by the texts that ran, so that lines that
 * moved keep their times. A function is found by the place of its definition, or else by its name in the file. `unknownTexts`: sources
 * (of after) that changed and whose text before or after is not known; their lines are left out.
 */
export function matchSides(before: SideTable, after: SideTable, texts: Sides<TextOf>) {
  const names = matchSources(before, after);
  const unknownTexts: Source[] = [];
  const places = new Map<string, LineBefore | undefined>();
  for (const [key, source] of after.sources) {
    const then = before.sources.get(names.get(key) ?? '');
    const place = then && lineBefore(then, source, texts);
    places.set(key, place);
    if (then && !place) unknownTexts.push(source);
  }
  const lost = new Set(unknownTexts);
  const isLost = (row: SideRow): boolean => lost.has(after.sources.get(row.source) as Source);
  const gone = new Set([...names].filter(([key]) => lost.has(after.sources.get(key) as Source)).map(([, key]) => key));
  const isAsBefore = (row: SideRow): Placed => ({ row, source: row.source, place: `${row.source}\0${row.line}` });
  const asBefore = (row: SideRow): Placed => {
    const source = names.get(row.source) ?? '';
    // No line before: a place that nothing has.
    return { row, source, place: `${source}\0${places.get(row.source)?.(row.line) || 'none'}` };
  };
  const lines = pair(
    before.lines.filter((row) => !gone.has(row.source)).map(isAsBefore),
    after.lines.filter((row) => !isLost(row)).map(asBefore),
    [({ place }) => place],
  );
  const functions = pair(before.functions.map(isAsBefore), after.functions.map(asBefore), [
    ({ place, row }) => `${place}\0${row.column}\0${row.name}`,
    ({ place, row }) => `${place}\0${row.name}`,
    ({ place }) => place,
    ({ source, row }) => `${source}\0${row.name}\0${row.category}`,
  ]);
  return { lines, functions, unknownTexts };
}

/** A row, and where it was before: its source, and that with its line. */
interface Placed {
  readonly row: SideRow;
  readonly source: string;
  readonly place: string;
}

/** The same name first; then files that were renamed, by their content. Key of after to key of before. */
function matchSources(before: SideTable, after: SideTable): Map<string, string> {
  const names = new Map([...after.sources.keys()].filter((key) => before.sources.has(key)).map((key) => [key, key]));
  const free = new Map<string, string>();
  for (const [key, { contentHash }] of before.sources)
    if (contentHash !== undefined && !names.has(key)) free.set(contentHash, key);
  for (const [key, { contentHash = '' }] of after.sources) {
    const then = names.has(key) ? undefined : free.get(contentHash);
    if (then !== undefined) names.set(key, then);
  }
  return names;
}

function lineBefore(then: Source, now: Source, texts: Sides<TextOf>): LineBefore | undefined {
  // Without hashes nothing says that the file changed; Node's own code goes with its version, which is the same.
  if (then.contentHash === now.contentHash || !now.isFile) return (line) => line;
  const [old, recent] = [texts.before(then), texts.after(now)];
  if (old === undefined || recent === undefined) return undefined;
  const place = placeLines(splitLines(recent), splitLines(old));
  return (line) => (place[line - 1] ?? -1) + 1;
}

/** Where each line stood: the same text; a changed line where as many lines were changed, the first for the first. */
function placeLines(now: readonly string[], then: readonly string[]): Int32Array {
  const place = alignLines(now, then);
  const taken = new Set(place);
  for (let from = 0; from < place.length; from++) {
    if (place[from] >= 0) continue;
    let to = from;
    while (to < place.length && place[to] < 0) to++;
    const start = from === 0 ? 0 : place[from - 1] + 1;
    const end = to === place.length ? then.length : place[to];
    const isFree = Array.from({ length: to - from }, (_, i) => start + i).every((line) => !taken.has(line));
    if (end - start === to - from && isFree) for (let line = from; line < to; line++) place[line] = start + line - from;
    from = to;
  }
  return place;
}

/** Pairs rows by each of the keys in turn, where a key is that of one row only among those still alone on either side. */
function pair(before: readonly Placed[], after: readonly Placed[], keys: readonly ((of: Placed) => string)[]) {
  const partner = new Map<SideRow, SideRow>();
  let [aloneBefore, aloneAfter] = [before, after];
  for (const keyOf of keys) {
    const then = groupBy(aloneBefore, keyOf);
    for (const [key, [now, other]] of groupBy(aloneAfter, keyOf)) {
      const [found, another] = then.get(key) ?? [];
      if (found && !another && !other) partner.set(now.row, found.row);
    }
    const found = new Set(partner.values());
    aloneBefore = aloneBefore.filter(({ row }) => !found.has(row));
    aloneAfter = aloneAfter.filter(({ row }) => !partner.has(row));
  }
  return [
    ...after.map(({ row }) => ({ before: partner.get(row), after: row })),
    ...aloneBefore.map(({ row }) => ({ before: row, after: undefined })),
  ];
}
