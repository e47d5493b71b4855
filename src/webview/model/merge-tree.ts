import { findEntries } from './focus.ts';
import type { MergedTree, MergeOptions, TreeColumns } from './merged-tree.ts';
import { Merger, type PreparedTree, prepareTree } from './merger.ts';

/**
 * The flame graph of a call tree: children of one function merged, idle time left out, and, as asked, dependencies
 * folded into their callers and all but the focus left out. A focus that is not in the tree gives a tree of one node
 * without time.
 */
export function mergeTree(tree: TreeColumns, options: MergeOptions): MergedTree {
  const merge = new TreeMerge(tree, options);
  while (!merge.advance(tree.function.length + 1)) continue;
  return merge.finish();
}

/**
 * The same in parts, for trees that take long: first an outline, then the whole a bit at a time. The outline is the
 * same tree without what is below narrow nodes: their own self time is unknown and stands at 0, and `ofNode` leads
 * from what is below them to them.
 */
export class TreeMerge {
  private readonly tree: TreeColumns;
  private readonly prepared: PreparedTree;
  private readonly entries: Int32Array;
  private readonly root: number;
  private merger: Merger | undefined;
  private expanded = 0;

  constructor(tree: TreeColumns, options: MergeOptions) {
    const wholeTree = Int32Array.of(...(tree.function.length > 0 ? [0] : []));
    this.tree = tree;
    this.prepared = prepareTree(tree, options);
    this.entries = options.focus ? findEntries(tree, options) : wholeTree;
    this.root = rootFunction(tree, options);
  }

  /** Only nodes of at least this share of the whole are followed downwards. */
  outline(leastShare: number): MergedTree {
    const merger = this.start();
    const least = merger.rootTime() * leastShare;
    for (let node = 0; node < merger.count; node++) merger.expandFrom(node, least);
    merger.passOn();
    return merger.finish();
  }

  /** Goes on with up to so many nodes; whether all are done. */
  advance(nodes: number): boolean {
    const merger = (this.merger ??= this.start());
    const end = this.expanded + nodes;
    while (this.expanded < Math.min(end, merger.count)) merger.expandFrom(this.expanded++, 0);
    return this.expanded === merger.count;
  }

  /** The whole, once `advance` is done. */
  finish(): MergedTree {
    return (this.merger ?? this.start()).finish();
  }

  private start(): Merger {
    const merger = new Merger(this.tree, this.prepared);
    merger.enter(this.entries, this.root);
    return merger;
  }
}

function rootFunction(tree: TreeColumns, { focus }: MergeOptions): number {
  if (!focus) return tree.function.length > 0 ? tree.function[0] : -1;
  return focus.kind === 'everywhere' ? focus.function : (focus.path.at(-1) ?? -1);
}
