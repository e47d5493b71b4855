import type { AnyNode, ForOfStatement, Program } from 'acorn';
import MagicString from 'magic-string';
import type { TimedFunction, TimedKind } from '../recording/timing.ts';
import { childrenOf, type FoundFunction, type FunctionNode, isFunction } from './find-functions.ts';

/** By what name a timed text finds its clock on the global object. Not a symbol: a text may have a `Symbol` of its own. */
export const CLOCK_KEY = 'heatline.call-clock';

/** In each text that is timed. */
export const TIMED_MARK = '$heatline_';

/**
 * Puts into a text what times calls of these functions. No line moves. The functions are known by their rows in `functions`.
 *
 * A function's body gets `try … finally` around it, and each `return` notes that it was reached, so that exceptions are counted
 * without being caught. Where a function stops for a while, at `await` and `yield`, so does its time.
 */
export function instrument(
  text: string,
  program: Program,
  { id, functions, described, isWrapped }: TimedScript,
): MagicString {
  const [clock, made] = [`${TIMED_MARK}${id}`, `globalThis[${KEY}].script(${JSON.stringify(described)})`];
  // The names are of this text only, since scripts of test runners share their globals. V8 compiles constants into its code. But
  // functions of a module can be called before its first statement runs, and a script may run twice.
  const counts = `${clock}n`;
  const edit: Edit = isWrapped
    ? { edited: new MagicString(text), clock, counts }
    : { edited: new MagicString(text), clock: `${clock}f()`, counts: `(${counts}??${clock}f().counts)` };
  for (const [row, found] of functions.entries()) timeFunction(edit, found, row);
  const head = isWrapped
    ? `const ${clock}=${made},${counts}=${clock}.counts;`
    : `var ${clock},${counts};function ${clock}f(){${clock}??=${made};${counts}=${clock}.counts;return ${clock}};`;
  const start = program.body.find((statement) => !('directive' in statement))?.start ?? program.end;
  edit.edited.appendLeft(start, head);
  return edit.edited;
}

/**
 * Functions of one text to be timed, and what is told of them. `id`: tells its names from those of other texts. `isWrapped`: it is
 * the body of a function, as CommonJS is.
 */
export interface TimedScript {
  readonly id: string;
  readonly functions: readonly FoundFunction[];
  readonly described: readonly TimedFunction[];
  readonly isWrapped: boolean;
}

interface Edit {
  readonly edited: MagicString;
  /** Source text of expressions: the clock, and its counts of calls. */
  readonly clock: string;
  readonly counts: string;
}

const KEY = JSON.stringify(CLOCK_KEY);
const CALL = '$heatline_c';
const DONE = '$heatline_d';
const VALUE = '$heatline_v';

function timeFunction(edit: Edit, { node, kind }: FoundFunction, row: number): void {
  const { edited, clock, counts } = edit;
  // Counting is here and not in the clock: a function of a nanosecond is not to take ten. Before `begin` nothing is changed, since a full
  // stack may keep that from running.
  const enter = `${counts}[${row}]<0?${clock}.begin(${row}):void ${counts}[${row}]++`;
  const before = `let ${CALL}=${enter},${VALUE},${DONE}=0;try{`;
  const given = kind === 'async' ? `,${VALUE}` : '';
  const after = `}finally{if(${CALL}!==void 0||${DONE}===0)${clock}.end(${row},${CALL},${DONE}${given})}`;
  const { body } = node;
  if (body.type === 'BlockStatement') {
    const directives = body.body.findLastIndex((statement) => 'directive' in statement && statement.directive);
    const first = directives < 0 ? body.start + 1 : body.body[directives].end;
    edited.appendLeft(first, mark((directives < 0 ? '' : ';') + before));
    edited.prependRight(body.end - 1, mark(`;${DONE}=1${after}`));
  } else {
    wrap(edited, body, `{${before}return(${VALUE}=(`, `),${DONE}=1,${VALUE})${after}}`);
  }
  timeInside(edit, body, kind);
}

/** Of one function, without those in it. */
function timeInside(edit: Edit, node: AnyNode, kind: TimedKind): void {
  const { edited, clock } = edit;
  const [pause, resume] = [`${clock}.pause(${CALL}`, `${clock}.resume(${CALL}`];
  if (isFunction(node) || node.type === 'PropertyDefinition' || node.type === 'StaticBlock') {
    // Only what is computed with the outer function is its own.
    if (node.type === 'PropertyDefinition' && node.computed) timeInside(edit, node.key, kind);
    return;
  }
  if (node.type === 'ReturnStatement') {
    // An async generator waits for what it returns.
    const [before, after] = kind === 'async-generator' ? [`${pause},`, ')'] : ['', ''];
    if (node.argument) wrap(edited, node.argument, `${before}(${VALUE}=(`, `),${DONE}=1,${VALUE})${after}`);
    else edited.appendLeft(node.start + 'return'.length, mark(` void(${DONE}=1)`));
  } else if (node.type === 'AwaitExpression') {
    wrap(edited, node.argument, `${pause},`, ')');
    wrap(edited, node, `${resume},`, ')');
  } else if (node.type === 'YieldExpression') {
    const stop = node.delegate ? pause : `${clock}.yield(${CALL}`;
    if (node.argument) wrap(edited, node.argument, `${stop},`, ')');
    else edited.appendLeft(node.end, mark(` ${stop})`));
    wrap(edited, node, `${resume},`, ')');
  } else if (isForAwait(node)) {
    wrap(edited, node.right, `${pause},(`, '))');
    wrap(edited, node.body, `{${resume});try{`, `}finally{${pause})}}`);
  } else if (kind !== 'sync' && node.type === 'TryStatement') {
    // An `await` that threw was not resumed.
    for (const block of [node.handler?.body, node.finalizer])
      if (block) edited.appendLeft(block.start + 1, mark(`${resume});`));
  }
  const statements = node.type === 'BlockStatement' ? node.body : node.type === 'SwitchCase' ? node.consequent : [];
  for (const each of statements) if (isForAwait(unlabelled(each))) edited.prependRight(each.end, mark(`;${resume});`));
  for (const child of childrenOf(node)) timeInside(edit, child, kind);
}

const isForAwait = (node: AnyNode): node is ForOfStatement => node.type === 'ForOfStatement' && node.await;

const unlabelled = (node: AnyNode): AnyNode => (node.type === 'LabeledStatement' ? unlabelled(node.body) : node);

/** What is put around an inner node stands inside of what is around an outer one that begins or ends with it. */
function wrap(edited: MagicString, { start, end }: AnyNode, before: string, after: string): void {
  edited.appendLeft(start, mark(before));
  edited.prependRight(end, mark(after));
}

/** So that a function that is asked for its text has its own. The comments also keep words apart: `await(x)`. */
const mark = (inserted: string): string => `/*$h*/${inserted}/*h$*/`;

/** The text as it was. V8 may end a function's text before the last mark. */
export const unmark = (text: string): string => text.replace(/\/\*\$h\*\/.*?(?:\/\*h\$\*\/|$)/gs, '');

/**
 * Whether a `try` may be put around the function's statements. Functions declared in a block clash with variables and parameters of
 * the same name, which they do not at the top of a function.
 */
export function canBeTimed({ body, params }: FunctionNode): boolean {
  if (body.type !== 'BlockStatement') return true;
  const declared = body.body.flatMap((node) => (node.type === 'FunctionDeclaration' ? [node.id.name] : []));
  if (declared.length === 0) return true;
  const others = new Set(['arguments', ...params.flatMap(namesIn), ...body.body.flatMap((node) => variablesIn(node))]);
  return new Set(declared).size === declared.length && !declared.some((name) => others.has(name));
}

/** Names of the `var`s in a statement and of functions in its blocks, without those of inner functions. */
function variablesIn(node: AnyNode, isNested = false): string[] {
  if (isFunction(node)) return isNested && node.type === 'FunctionDeclaration' && node.id ? [node.id.name] : [];
  const own =
    node.type === 'VariableDeclaration' && node.kind === 'var'
      ? node.declarations.flatMap(({ id }) => namesIn(id))
      : [];
  return [...own, ...childrenOf(node).flatMap((child) => variablesIn(child, true))];
}

function namesIn(pattern: AnyNode): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  return childrenOf(pattern).flatMap(namesIn);
}
