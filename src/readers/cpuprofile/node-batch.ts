/** A stretch of nodes as columns. All are views of the kernel's memory that are void after the call. */
export interface NodeBatch {
  /** One row for each node: number of the distinct callFrame text. */
  readonly frames: Int32Array;
  /** The row (in the whole list) of the node before it that names it as its child; -1 for none. */
  readonly parents: Int32Array;
  /** Two numbers for each node that stands before the node that names it as its child: its row, the other's. */
  readonly lateLinks: Int32Array;
  /** One row for each node that names its parent: its row, the parent's id. */
  readonly namingRows: Int32Array;
  readonly namedParents: Float64Array;
  /** One row for each node and line with a count: row of the node, position, count; those of a node together. */
  readonly tickNodes: Int32Array;
  readonly tickPositions: Int32Array;
  readonly tickCounts: Uint32Array;
}

/** The ids of the nodes that were read. */
export interface NodeIds {
  /** The row of an id; -1 for an id that no node has. */
  rowOf(id: number): number;
  /** The id of a row, by a slow search. */
  idOf(row: number): number;
  /** An id that a node names as its child, though no node has it, and the row of that node; undefined for none. */
  missing(): { readonly id: number; readonly caller: number } | undefined;
}
