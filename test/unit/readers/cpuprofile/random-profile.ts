import fc from 'fast-check';
import type { RawNode, RawProfile } from './small-profile.ts';

const names = ['', 'f', 'größe', '"q"\\', '日本', '🙂', '(idle)', '(program)', '(garbage collector)', 'a'.repeat(70)];
const urls = ['', 'file:///a.js', 'file:///dir/b%20c.mjs', 'node:fs', '/plain/path.js', 'webpack:///./é.ts'];

const callFrame = fc.record({
  functionName: fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 8 })),
  scriptId: fc.constantFrom('0', '5', '17'),
  url: fc.constantFrom(...urls),
  lineNumber: fc.oneof(fc.integer({ min: -5, max: 50 }), fc.constantFrom(9_999_999, 10_000_000, 2 ** 31 - 2)),
  columnNumber: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.constantFrom(-208, 2 ** 31 - 2)),
});

const tick = fc.record({
  line: fc.oneof(fc.integer({ min: -4, max: 6 }), fc.constantFrom(9_999_999, 10_000_000)),
  ticks: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(10_000_000)),
});

const node = fc.record({
  callFrame,
  /** Which of the earlier nodes calls it, as a fraction of their number. */
  caller: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  hitCount: fc.nat(9),
  positionTicks: fc.option(fc.array(tick, { maxLength: 6 }), { nil: undefined }),
});

const clock = fc.array(fc.tuple(fc.nat(500), fc.nat(500), fc.nat(50)), { maxLength: 5 });

/** A valid profile: any tree, ids small or large, samples late or in order, notes or none. */
export const randomProfile: fc.Arbitrary<RawProfile> = fc
  .record({
    nodes: fc.array(node, { minLength: 1, maxLength: 25 }),
    firstId: fc.constantFrom(0, 1, 9_999_990, 20_000_000),
    idStep: fc.constantFrom(1, 1, 7, 40),
    order: fc.array(fc.nat(1_000), { minLength: 25, maxLength: 25 }),
    isShuffled: fc.boolean(),
    linksByParent: fc.boolean(),
    listsNoChildren: fc.boolean(),
    samples: fc.array(fc.tuple(fc.nat(1_000), fc.integer({ min: -20, max: 200 })), { maxLength: 40 }),
    startTime: fc.constantFrom(0, 1_000, 8_123_456_789.5),
    duration: fc.nat(3_000),
    clock: fc.option(clock, { nil: undefined }),
  })
  .map((parts) => {
    const idOf = (i: number): number => parts.firstId + i * parts.idStep;
    const nodes = parts.nodes.map(({ caller, ...rest }, i): RawNode => ({
      id: idOf(i),
      ...rest,
      parent: i === 0 ? undefined : idOf(Math.floor(caller * i)),
    }));
    const links = nodes.map(({ id, parent }) => ({ id, parent }));
    const linked = parts.linksByParent ? nodes : nodes.map((node) => withChildren(node, links, parts.listsNoChildren));
    return {
      nodes: parts.isShuffled ? shuffled(linked, parts.order) : linked,
      startTime: parts.startTime,
      endTime: parts.startTime + parts.duration,
      samples: parts.samples.map(([which]) => idOf(which % nodes.length)),
      timeDeltas: parts.samples.map(([, delta]) => delta),
      $heatline: parts.clock && { version: 1, cpuClock: clockOf(parts.clock, parts.startTime) },
    };
  });

type Link = Pick<RawNode, 'id' | 'parent'>;

/** The node with its keys in V8's order. V8 leaves an empty list of children out; others do not. */
function withChildren(node: RawNode, links: readonly Link[], listsNone: boolean): RawNode {
  const { positionTicks, parent: _, ...rest } = node;
  const children = links.filter(({ parent }) => parent === node.id).map(({ id }) => id);
  return { ...rest, ...(children.length > 0 || listsNone ? { children } : {}), positionTicks };
}

function clockOf(steps: readonly (readonly [number, number, number])[], start: number): unknown {
  const sums: [number, number, number] = [start, 0, 0];
  const readings = steps.map((step) => step.map((value, i) => (sums[i] += value)));
  return {
    timesUs: readings.map(([time]) => time),
    cpuUs: readings.map((r) => r[1]),
    waitUs: readings.map((r) => r[2]),
  };
}

function shuffled<T>(items: readonly T[], order: readonly number[]): T[] {
  const left = [...items];
  return items.map((_, i) => left.splice(order[i] % left.length, 1)[0]);
}

/** Ways to write the same value as JSON: spaces, the order of keys, escapes, unknown keys. */
export interface Spelling {
  readonly space: string;
  readonly isReversed: boolean;
  readonly isEscaped: boolean;
  readonly extra: string | undefined;
}

export const randomSpelling: fc.Arbitrary<Spelling> = fc.record({
  space: fc.constantFrom('', '', ' ', '\n\t', '\r\n  '),
  isReversed: fc.boolean(),
  isEscaped: fc.boolean(),
  extra: fc.option(fc.json({ maxDepth: 3 }), { nil: undefined }),
});

/** The JSON of a profile in a spelling; of every so many nodes the first is spelled as V8 spells it. */
export function spellProfile(profile: RawProfile, spelling: Spelling, plainEvery: number): string {
  const nodes = profile.nodes.map((node, i) => (i % plainEvery === 0 ? JSON.stringify(node) : spell(node, spelling)));
  const whole = spell({ ...profile, nodes: MARK }, { ...spelling, isEscaped: false });
  return whole.replace(`"${MARK}"`, () => `[${nodes.join(',')}]`);
}

const MARK = 'the nodes stand here';

/** The JSON of a value in a spelling. */
function spell(value: unknown, spelling: Spelling): string {
  const { space } = spelling;
  if (typeof value === 'string') return spellString(value, spelling);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${space}${value.map((item) => spell(item, spelling)).join(`${space},${space}`)}${space}]`;
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${spellString(key, spelling)}${space}:${space}${spell(item, spelling)}`);
  if (spelling.isReversed) members.reverse();
  if (spelling.extra !== undefined) members.splice(members.length >> 1, 0, `"extra"${space}:${spelling.extra}`);
  return `{${space}${members.join(`${space},${space}`)}${space}}`;
}

function spellString(text: string, { isEscaped }: Spelling): string {
  const json = JSON.stringify(text);
  // A string that already has escapes is left alone: some of its letters belong to an escape.
  if (!isEscaped || json.includes('\\')) return json;
  return json.replace(/[a-e]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
}
