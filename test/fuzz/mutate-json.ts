import type { Random } from '../support/random.ts';

type Container = Record<string, unknown> | unknown[];

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** What stands where a number, or anything else, was: at the borders of number types, not JSON, or of another type. */
export const extremes: readonly string[] = [
  ...['0', '-1', '-0', '0.5', '1e308', '-1e308', '1e999', '5e-324', '1e15', '-1e15', '1e18'],
  ...['65536', '2147483647', '2147483648', '4294967295', '4294967296', '9007199254740991', '9007199254740993'],
  ...['NaN', 'Infinity', 'null', 'true', '""', '"1e308"', '[]', '{}', '[[]]', '[1e308,1e308]', '{"version":1}'],
  ...['"\\ud800"', '"\\u0000"', nested(300), nested(20_000), '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000)],
];

/** Stands in the tree for text that `JSON.stringify` would not write. */
const MARK = '\u0001here\u0001';

/** The JSON with one change somewhere in its tree; unchanged where it is none. */
export function mutateJson(text: string, random: Random): string {
  const tree = parseTree(text);
  if (tree === undefined) return text;
  const [parent, key] = placeIn(tree, random);
  const raw = random.pick(changes)(parent, key, random);
  const changed = writeTree(tree);
  if (changed === undefined) return text;
  return raw === undefined ? changed : changed.replace(JSON.stringify(MARK), () => raw);
}

function parseTree(text: string): Container | undefined {
  try {
    const tree: unknown = JSON.parse(text);
    return isContainer(tree) ? tree : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for a tree that an earlier mutation made deeper than `JSON.stringify`, which recurses, can write. */
function writeTree(tree: Container): string | undefined {
  try {
    return JSON.stringify(tree);
  } catch {
    return undefined;
  }
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
const read = (parent: Container, key: string): unknown => (parent as Record<string, unknown>)[key];
const write = (parent: Container, key: string, value: unknown): void => {
  (parent as Record<string, unknown>)[key] = value;
};

/** A key of some object or array; each branch is as likely as its neighbours, however much is below it. */
function placeIn(tree: Container, random: Random): [parent: Container, key: string] {
  let parent = tree;
  for (;;) {
    const key = random.pick([...Object.keys(parent), ...(Array.isArray(parent) ? [] : ['unknown'])].concat('0'));
    const child = read(parent, key);
    if (!isContainer(child) || Object.keys(child).length === 0 || random.share() < 0.15) return [parent, key];
    parent = child;
  }
}

/** Changes the value of a key in place, and returns the text to be written for `MARK`, where it left that. */
type Change = (parent: Container, key: string, random: Random) => string | undefined;

const changes: readonly Change[] = [
  replaceByExtreme,
  replaceByExtreme,
  replaceByExtreme,
  removeKey,
  repeatKey,
  exchangeWithNeighbour,
  fillArray,
  shiftNumber,
];

function replaceByExtreme(parent: Container, key: string, random: Random): string {
  write(parent, key, MARK);
  return random.pick(extremes);
}

function removeKey(parent: Container, key: string): undefined {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

/** The element twice, or the key twice: with its value and with another one. */
function repeatKey(parent: Container, key: string, random: Random): string | undefined {
  const value = read(parent, key);
  if (Array.isArray(parent)) {
    parent.splice(Number(key), 0, value);
    return undefined;
  }
  write(parent, key, MARK);
  return `${JSON.stringify(value ?? 0)},${JSON.stringify(key)}:${random.pick(extremes)}`;
}

function exchangeWithNeighbour(parent: Container, key: string, random: Random): undefined {
  const other = random.pick(Object.keys(parent).concat(key));
  const value = read(parent, key);
  write(parent, key, read(parent, other));
  write(parent, other, value);
}

/** All elements of an array alike, as a clock that stands still or a sampler that is stuck writes them. */
function fillArray(parent: Container, key: string, random: Random): undefined {
  const value = read(parent, key);
  if (Array.isArray(value)) value.fill(random.pick([0, -1, 1, 1e15, 1e308, null, value[0]]));
}

function shiftNumber(parent: Container, key: string, random: Random): undefined {
  const value = read(parent, key);
  if (typeof value === 'number') write(parent, key, random.pick([-value, value + 1, value - 1, value * 1000]));
}
