import type { Run } from './queries.ts';

/**
 * The segments of a generated line on which time can be spent at all, for lines with several originals. V8 gives
 * positions to expressions, statements, calls (their name or parenthesis), function entries (the parameters'
 * parenthesis) and a function's closing brace. Never to white space, comments, `;`, `,`, `)`, `]`, `else`, nor to the
 * parameters of a function that are plain names. What may carry a position stays, so that one original left is proof.
 */
export function activeRuns(runs: readonly Run[], text: string): readonly Run[] {
  const header = parameterListOf(text);
  const active = runs.filter((run, i) => {
    const start = run.generatedColumn;
    const end = Math.max(start, runs[i + 1]?.generatedColumn ?? text.length);
    if (header !== undefined) return start <= header && header < end;
    return !isInert(text.slice(start, end), text.slice(end));
  });
  return active.length > 0 ? active : runs;
}

/** A comment that begins in a segment also covers what follows of it; one that ends there began before. */
const COMMENT = /\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|^\s*\*\/|\/\/.*$/g;
const NO_POSITION = /^[\s;,)\]]*(?:else\s*)?$/;

function isInert(text: string, rest: string): boolean {
  const code = text.replace(COMMENT, '');
  if (NO_POSITION.test(code)) return true;
  // The brace before `else` closes a block, not a function.
  return /^\s*\}\s*$/.test(code) && /^(?:else|catch|finally)\b/.test(rest.trimStart());
}

const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const PARAMETERS = String.raw`\((?:\s*${NAME}\s*(?:,\s*${NAME}\s*)*,?)?\s*\)`;
const FUNCTION = new RegExp(
  String.raw`^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?function\s*\*?\s*(?:${NAME})?\s*(?=${PARAMETERS}\s*\{\s*$)`,
  'u',
);
const METHOD = new RegExp(
  String.raw`^\s*(?:(?:static|async|get|set|\*)\s*)*#?(?!(?:if|for|while|switch|with|catch|function|return|typeof|await|yield)\b)${NAME}\s*(?=${PARAMETERS}\s*\{\s*$)`,
  'u',
);

/** The column of the parameters' parenthesis where a line is nothing but a function's head with plain names. */
function parameterListOf(text: string): number | undefined {
  if (text.length > 1000) return undefined;
  const head = FUNCTION.exec(text) ?? METHOD.exec(text);
  return head === null ? undefined : head[0].length;
}
