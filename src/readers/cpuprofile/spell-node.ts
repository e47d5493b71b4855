import { parseCallFrame } from './build-frames.ts';

/** The kernel keeps a table of ids. */
const MOST_IDS = 2 ** 27;
const isId = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;
const isNodeId = (value: unknown): value is number => isId(value) && value < MOST_IDS;

/**
 * A node of the list, spelled as V8 does, which is all that the kernel reads: the JSON of other tools has blanks, another order and more
 * keys. `fail` makes the error for what is no node.
 */
export function spellNode(node: unknown, fail: (problem: string) => Error): string {
  if (typeof node !== 'object' || node === null) throw fail('an entry of "nodes" is not an object');
  const { id, callFrame, children: named, positionTicks, parent: above } = node as Partial<Record<string, unknown>>;
  const [children, ticks, parent] = [named ?? [], positionTicks ?? [], above ?? undefined];
  if (id === undefined) throw fail('a node has no "id"');
  if (![id, parent ?? 0].every(isNodeId)) throw fail('the id of a node is not a whole number from 0 to 134 million');
  if (!Array.isArray(children) || !children.every(isNodeId)) throw fail('the children of a node are not a list of ids');
  if (!Array.isArray(ticks)) throw fail('the positionTicks of a node are not a list');
  const frame = parseCallFrame(callFrame);
  if (frame === undefined) throw fail('a node has no valid "callFrame"');
  const { name: functionName, script, line: lineNumber, column: columnNumber } = frame;
  const { url, id: scriptId } = script ?? { url: '', id: '0' };
  const told = ticks.map((tick: unknown) => spellTick(tick, fail)).filter((tick) => tick.ticks > 0);
  return JSON.stringify({
    ...{ id, callFrame: { functionName, scriptId, url, lineNumber, columnNumber }, hitCount: 0 },
    ...(children.length > 0 && { children: children as unknown[] }),
    ...(told.length > 0 && { positionTicks: told }),
    parent,
  });
}

function spellTick(tick: unknown, fail: (problem: string) => Error): { readonly line: number; readonly ticks: number } {
  const { line, ticks } = (tick ?? {}) as Partial<Record<string, unknown>>;
  if (typeof line !== 'number' || !isId(Math.abs(line)) || line > 0x7fffffff || !isId(ticks) || ticks > 0xffffffff)
    throw fail('the positionTicks of a node are not a list of lines and counts');
  // A script that `vm` runs at an offset may have lines before the first: they are lines of no file.
  return { line: Math.max(0, line), ticks };
}
