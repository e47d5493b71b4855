// Made from src/core by kernels.mjs; do not edit.
export const enum Category { own = 0, dependency = 1, node = 2, native = 3, gc = 4, program = 5, idle = 6, root = 7, compiling = 8, wasm = 9 }
export const enum LineCause { none = 0, sharedLine = 1, noLine = 2, inlinedElsewhere = 3, lowTier = 4, repaired = 5, map = 6, mixedTime = 7, belowCall = 8, partial = 9, lostLine = 10, lostFrame = 11 }
export const enum Precision { exact = 0, estimated = 2 }
export const enum FrameKind { script = 0, native = 1, gc = 2, program = 3, idle = 4, root = 5, compiling = 6, runtime = 7, wasm = 8, leftOut = 9 }
export const enum TickRepair { none = 0, moved = 1, elsewhere = 2, doubted = 3, mixed = 4, below = 5, partial = 6 }
