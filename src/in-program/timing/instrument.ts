import type { AnyNode, Program } from 'acorn';
import MagicString from 'magic-string';
import { childrenOf, type FoundFunction, type FunctionNode, isFunction } from './find-functions.ts';

/** By what name a timed text finds its clock: on the global object, and on `Buffer` where a test runner made another. */
export const CLOCK_KEY = 'heatline.call-clock';

/** In each text that is timed. */
export const TIMED_MARK = 'var $heatline_';

/**
 * Puts into a text what times calls of these functions. No line moves. The functions are known by their rows in `functions`.
 *
 * A function's body gets `try … finally` around it, and each `return` notes that it was reached, so that exceptions are counted
 * without being caught. Where a function stops for a while, at `await` and `yield`, so does its time.
 */
export function instrument(text: string, program: Program, { id, functions, described }: TimedScript): MagicString {
  const edit: Edit = { edited: new MagicString(text), clock: `($heatline_${id}??$heatline${id}())` };
  for (const [row, found] of functions.entries()) timeFunction(edit, found, row);
  // A function, since those of a module can be called before its first statement runs. With a name of its own, since scripts of
  // test runners share their globals.
  const found = `(globalThis[${KEY}]??Buffer[${KEY}]).script(${described})`;
  const head = `${TIMED_MARK}${id};function $heatline${id}(){return $heatline_${id}??=${found}};`;
  const start = program.body.find((statement) => !('directive' in statement))?.start ?? program.end;
  edit.edited.appendLeft(start, head);
  return edit.edited;
}

/** Functions of one text to be timed. `id`: tells its names from those of other texts. `described`: source text of an object. */
export interface TimedScript {
  readonly id: string;
  readonly functions: readonly FoundFunction[];
  readonly described: string;
}

interface Edit {
  readonly edited: MagicString;
  /** Source text of what gives the clock. */
  readonly clock: string;
}

const KEY = `Symbol.for(${JSON.stringify(CLOCK_KEY)})`;
const CLOCK = '$heatline_k';
const CALL = '$heatline_c';
const DONE = '$heatline_d';
const VALUE = '$heatline_v';

function timeFunction(edit: Edit, { node }: FoundFunction, row: number): void {
  const { edited, clock } = edit;
  // Counting is here and not in the clock: a function of a nanosecond is not to take ten.
  const enter = `(${CLOCK}.counts[${row}]++,${CLOCK}.isShort[${row}]===1?void 0:${CLOCK}.begin(${row}))`;
  const before = `let ${CLOCK}=${clock},${CALL}=${enter},${VALUE},${DONE}=0;try{`;
  const after = `}finally{if(${CALL}!==void 0||${DONE}===0)${CLOCK}.end(${row},${CALL},${DONE})}`;
  const { body } = node;
  if (body.type === 'BlockStatement') {
    const directives = body.body.findLastIndex((statement) => 'directive' in statement && statement.directive);
    const first = directives < 0 ? body.start + 1 : body.body[directives].end;
    edited.appendLeft(first, (directives < 0 ? '' : ';') + before);
    edited.prependRight(body.end - 1, `;${DONE}=1${after}`);
  } else {
    edited.appendLeft(body.start, `{${before}return(${VALUE}=(`);
    edited.prependRight(body.end, `),${DONE}=1,${VALUE})${after}}`);
  }
  if (body.type === 'BlockStatement') for (const child of body.body) timeInside(edit, child);
  else timeInside(edit, body);
}

/** Of one function, without those in it. */
function timeInside(edit: Edit, node: AnyNode): void {
  const { edited } = edit;
  if (isFunction(node) || node.type === 'PropertyDefinition' || node.type === 'StaticBlock') {
    // Only what is computed with the outer function is its own.
    if (node.type === 'PropertyDefinition' && node.computed) timeInside(edit, node.key);
    return;
  }
  if (node.type === 'ReturnStatement') {
    if (node.argument) wrap(edited, node.argument, `(${VALUE}=(`, `),${DONE}=1,${VALUE})`);
    else edited.appendLeft(node.start + 'return'.length, ` void(${DONE}=1)`);
  } else if (node.type === 'AwaitExpression') {
    wrap(edited, node.argument, `${CLOCK}.pause(${CALL},`, ')');
    wrap(edited, node, `${CLOCK}.resume(${CALL},`, ')');
  } else if (node.type === 'YieldExpression') {
    if (node.argument) wrap(edited, node.argument, `${CLOCK}.pause(${CALL},`, ')');
    else edited.appendLeft(node.end, ` ${CLOCK}.pause(${CALL})`);
    wrap(edited, node, `${CLOCK}.resume(${CALL},`, ')');
  } else if (node.type === 'ForOfStatement' && node.await) {
    // Its rounds are not resumed: that would take a hold on each way out of them.
    wrap(edited, node.right, `${CLOCK}.pause(${CALL},(`, '))');
  }
  for (const child of childrenOf(node)) timeInside(edit, child);
}

/** What is put around an inner node stands inside of what is around an outer one that begins or ends with it. */
function wrap(edited: MagicString, { start, end }: AnyNode, before: string, after: string): void {
  edited.appendLeft(start, before);
  edited.prependRight(end, after);
}

/**
 * Whether a `try` may be put around the function's statements. Functions declared in a block clash with variables and parameters of
 * the same name, which they do not at the top of a function.
 */
export function canBeTimed({ body, params }: FunctionNode): boolean {
  if (body.type !== 'BlockStatement') return true;
  const declared = body.body.flatMap((node) => (node.type === 'FunctionDeclaration' ? [node.id.name] : []));
  if (declared.length === 0) return true;
  const others = new Set(['arguments', ...params.flatMap(namesIn), ...body.body.flatMap(variablesIn)]);
  return new Set(declared).size === declared.length && !declared.some((name) => others.has(name));
}

/** Names of the `var`s in a statement, without those of inner functions. */
function variablesIn(node: AnyNode): string[] {
  if (isFunction(node)) return [];
  const own =
    node.type === 'VariableDeclaration' && node.kind === 'var'
      ? node.declarations.flatMap(({ id }) => namesIn(id))
      : [];
  return [...own, ...childrenOf(node).flatMap(variablesIn)];
}

function namesIn(pattern: AnyNode): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  return childrenOf(pattern).flatMap(namesIn);
}
