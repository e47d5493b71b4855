// Rows of different tables do not mix. Nothing here runs: `tsc -b` reports every expected error that does not occur.
import type {
  Analysis,
  FrameIndex,
  FunctionIndex,
  IndexColumn,
  LineIndex,
  NodeIndex,
  OneBasedLine,
  PositionIndex,
  Profile,
  ScriptIndex,
  SourceIndex,
  ZeroBasedColumn,
} from '../../../src/core/index.ts';

/** What a profile's columns hold. */
export function ofProfile({ tree, frames, positions, samples, ticks }: Profile): unknown {
  const node: NodeIndex = samples.node[0];
  const frame: FrameIndex = tree.frame[node];
  const position: PositionIndex = frames.position[frame];
  const script: ScriptIndex = positions.script[position];
  const line: OneBasedLine = positions.line[position];
  const column: ZeroBasedColumn = positions.column[position];
  // @ts-expect-error A frame is no node.
  takesNode(frame);
  // @ts-expect-error A position is no frame.
  takesFrame(ticks.position[0]);
  // @ts-expect-error A script is no node.
  takesNode(script);
  // @ts-expect-error Where a node was called is no node.
  takesNode(tree.callPosition?.[node] ?? -1);
  // @ts-expect-error Lines count from one, columns from zero.
  const mixed: OneBasedLine = column;
  // @ts-expect-error A column of nodes is no column of frames, nor is a part of one,
  const part: IndexColumn<FrameIndex> = tree.parent.slice(1);
  // @ts-expect-error nor may a frame be put into it,
  tree.parent[0] = frame;
  // @ts-expect-error nor is one of its rows a frame.
  for (const parent of tree.parent) takesFrame(parent);
  return [line, mixed, part];
}

/** What an analysis's columns hold: the tree's nodes stand for functions, not for frames. */
export function ofAnalysis({ tree, functions, lines, callPairs }: Analysis): unknown {
  const fn: FunctionIndex = tree.function[0];
  const source: SourceIndex = functions.source[fn];
  const row: LineIndex = lines.spots.lineRow[0];
  // @ts-expect-error The tree of an analysis has no frames.
  const column: keyof typeof tree = 'frame';
  // @ts-expect-error A function is no frame.
  takesFrame(fn);
  // @ts-expect-error A caller is no node.
  takesNode(callPairs.caller[0]);
  // @ts-expect-error A source is no function.
  takesFunction(source);
  // @ts-expect-error A row of the line table is no line number.
  const line: OneBasedLine = row;
  takesFunction(lines.function[row]);
  return [line, column];
}

/** Plain numbers, such as the results of arithmetic, stay convenient. */
export function fromArithmetic(tree: Profile['tree']): IndexColumn<FrameIndex> {
  takesNode(tree.parent.length - 1);
  takesNode(tree.parent[0] + 1);
  takesNode(tree.parent.indexOf(-1));
  for (let node = 0; node < tree.frame.length; node++) takesNode(node);
  return Int32Array.from(tree.frame, (frame) => frame + 1);
}

declare function takesNode(node: NodeIndex): void;
declare function takesFrame(frame: FrameIndex): void;
declare function takesFunction(fn: FunctionIndex): void;
