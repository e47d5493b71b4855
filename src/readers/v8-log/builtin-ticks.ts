import {
  type BuiltinTicks,
  callerOfNative,
  type CallTree,
  FrameKind,
  NO_CALLEE,
  type FrameIndex,
  type FrameTable,
  type PositionIndex,
  TickRepair,
} from '../../core/index.ts';
import type { TickRows } from './tree-builder.ts';

/**
 * The time in each builtin, at the place in a script that ran or called it. `time`: the time of each row, in microseconds;
 * `isPlaced`: is it known where a position stands; `calleeAt`: the function that is called from a position, `SOME_CALLEE` or
 * `NO_CALLEE`.
 */
export function buildBuiltinTicks(
  names: readonly string[],
  rows: TickRows,
  time: Float64Array,
  { tree, frames }: { readonly tree: CallTree; readonly frames: FrameTable },
  isPlaced: (position: PositionIndex) => boolean,
  calleeAt: (position: PositionIndex) => FrameIndex,
): BuiltinTicks {
  const kept: { builtin: number; frame: number; position: number; within: number; time: number }[] = [];
  for (let row = 0; row < rows.builtin.length; row++) {
    if (rows.builtin[row] < 0 || !(time[row] > 0)) continue;
    const { node, position: at } = callerOfNative({ tree, frames }, rows.node[row], rows.position[row]);
    const frame = tree.frame[node];
    // Of a function whose frame was lost there is no line: its definition stands for all of them.
    const position = at < 0 ? frames.position[frame] : at;
    if (frames.kind[frame] !== FrameKind.script || !isPlaced(position)) continue;
    const within = rows.repair[row] === TickRepair.below ? calleeAt(position) : NO_CALLEE;
    kept.push({ builtin: rows.builtin[row], frame, position, within, time: time[row] });
  }
  return {
    names,
    builtin: Int32Array.from(kept, ({ builtin }) => builtin),
    frame: Int32Array.from(kept, ({ frame }) => frame),
    position: Int32Array.from(kept, ({ position }) => position),
    within: Int32Array.from(kept, ({ within }) => within),
    time: Float64Array.from(kept, ({ time }) => time),
  };
}
