import ts from 'typescript';

/** How an injected line burns its time: one round of its loop, and what that takes about. */
export interface HeatKind {
  readonly round: string;
  readonly nanoseconds: number;
}

/** Arithmetic in machine code of the line's own, and everyday work in builtins that make no garbage. */
export const heatKinds: readonly HeatKind[] = [
  { round: 'h = Math.imul(h ^ i, 16777619)', nanoseconds: 1.5 },
  { round: 'h = (h + heatline$.shapes[i & 15].size) | 0', nanoseconds: 12 },
  { round: "h = (h + heatline$.text.indexOf('lazy', i & 63)) | 0", nanoseconds: 30 },
  { round: 'h = heatline$.list.push(i) > 999 ? (heatline$.list.length = 0) : h', nanoseconds: 10 },
];

/** An injected line. */
export interface HeatLine {
  readonly id: number;
  readonly file: string;
  /** In the file as it runs, 1-based. */
  readonly line: number;
  readonly kind: HeatKind;
}

/**
 * Before which lines of a script a line can be injected: those on which a statement of a block in a function begins.
 * 1-based.
 */
export function findPlaces(file: string, text: string): number[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const lineStarts = new Set<number>();
  const pending: { node: ts.Node; isInFunction: boolean }[] = [{ node: source, isInFunction: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node } = next;
    const isInFunction = next.isInFunction || ts.isFunctionLike(node);
    if (isInFunction && ts.isBlock(node)) {
      for (const statement of node.statements) {
        if (ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression)) continue; // 'use strict'
        const start = statement.getStart(source);
        const lineStart = text.lastIndexOf('\n', start - 1) + 1;
        if (text.slice(lineStart, start).trim() === '') lineStarts.add(lineStart);
      }
    }
    ts.forEachChild(node, (child) => void pending.push({ node: child, isInFunction }));
  }
  // Lines end at '\n' alone, as injectHeat() splits them: TypeScript's own line numbers count U+2028 too.
  const places: number[] = [];
  let start = 0;
  text.split('\n').forEach((line, index) => {
    if (lineStarts.has(start)) places.push(index + 1);
    start += line.length + 1;
  });
  return places;
}

/** Injects a line before each of some lines (1-based, in order). The injected ones are numbered from `firstId` on. */
export function injectHeat(
  text: string,
  before: readonly number[],
  kinds: readonly HeatKind[],
  firstId: number,
): { readonly text: string; readonly heat: readonly Omit<HeatLine, 'file'>[] } {
  const lines = text.split('\n');
  const heat: Omit<HeatLine, 'file'>[] = [];
  const injected: string[] = [];
  let from = 0;
  before.forEach((line, k) => {
    injected.push(...lines.slice(from, line - 1), heatText(firstId + k, kinds[k]));
    heat.push({ id: firstId + k, line: injected.length, kind: kinds[k] });
    from = line - 1;
  });
  return { text: [...injected, ...lines.slice(from)].join('\n'), heat };
}

const heatText = (id: number, { round }: HeatKind): string =>
  `if (heatline$.due(${id})) { let h = ${id}; for (let i = 0, n = heatline$.begin(${id}); i < n; i++) ${round}; heatline$.end(${id}, h); }`;
