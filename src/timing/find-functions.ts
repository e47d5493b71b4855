import {
  type AnonymousFunctionDeclaration,
  type AnyNode,
  type ArrowFunctionExpression,
  type FunctionDeclaration,
  type FunctionExpression,
  type Identifier,
  parse,
  type Pattern,
  type PrivateIdentifier,
  type Program,
} from 'acorn';
import type { TimedKind } from '../recording/timing.ts';

export type FunctionNode =
  FunctionDeclaration | AnonymousFunctionDeclaration | FunctionExpression | ArrowFunctionExpression;

/** A function of a text, as timing it needs it. */
export interface FoundFunction {
  readonly node: FunctionNode;
  /** `Index.search`, `get size`, `parse`; empty where nothing names it. */
  readonly nameBy: (spell: Spell) => string;
  readonly kind: TimedKind;
}

/** What an identifier is called: the name in the text, or the original one that the source map tells. */
export type Spell = (identifier: Identifier | PrivateIdentifier) => string;

/** The syntax tree of JavaScript: as CommonJS where that is possible, else as a module. Undefined where it is neither. */
export function parseScript(text: string, isModule: boolean): Program | undefined {
  for (const sourceType of isModule ? (['module'] as const) : (['script', 'module'] as const)) {
    try {
      return parse(text, {
        sourceType,
        ecmaVersion: 'latest',
        locations: true,
        preserveParens: true,
        allowHashBang: true,
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: true,
        allowImportExportEverywhere: sourceType === 'module',
      });
    } catch {
      // It is of the other kind, or uses a syntax that only V8 knows.
    }
  }
  return undefined;
}

/** All functions of a text in the order of their beginnings, but for the one that a loader may have wrapped all of it in. */
export function findFunctions(program: Program): FoundFunction[] {
  const found: FoundFunction[] = [];
  const [only] = program.body;
  const whole =
    program.body.length === 1 && only.type === 'ExpressionStatement' ? unparenthesized(only.expression) : undefined;
  const isLoaders = (node: AnyNode): boolean => node === whole || node === onlyProperty(whole);
  // Bundlers declare their helpers before they call them.
  const [namers, exporters] = [new Set<string>(), new Set<string>()];
  visit(program, [], (node, parents) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') {
      if (isNamer(node.init)) namers.add(node.id.name);
      if (isExporter(node.init)) exporters.add(node.id.name);
    }
    if (!isFunction(node) || isLoaders(node) || isExportGetter(node, parents, exporters)) return;
    const around = withoutWrappers(parents, namers);
    found.push({ node, nameBy: (spell) => nameOf(node, around, spell), kind: kindOf(node) });
  });
  return found;
}

/** Whether it is a helper like esbuild's `__name = (target, value) => defineProperty(target, "name", …)`, whatever a minifier calls it. */
function isNamer(value: AnyNode | null | undefined): boolean {
  if (value?.type !== 'ArrowFunctionExpression' || value.body.type !== 'CallExpression') return false;
  const [target, key] = value.body.arguments;
  const [param] = value.params;
  const isParam = target?.type === 'Identifier' && param?.type === 'Identifier' && target.name === param.name;
  return isParam && key?.type === 'Literal' && key.value === 'name';
}

/** Whether it is a helper like esbuild's `__export = (target, all) => { for (var name in all) defineProperty(target, name, …) }`. */
const isExporter = (value: AnyNode | null | undefined): boolean =>
  value?.type === 'ArrowFunctionExpression' &&
  value.params.length === 2 &&
  value.body.type === 'BlockStatement' &&
  value.body.body.length === 1 &&
  value.body.body[0].type === 'ForInStatement';

/** The nodes around a function, the innermost last, without parentheses and calls of helpers that name it. */
function withoutWrappers(parents: readonly AnyNode[], namers: ReadonlySet<string>): readonly AnyNode[] {
  const isWrapper = (node: AnyNode): boolean =>
    node.type === 'ParenthesizedExpression' ||
    (node.type === 'CallExpression' && node.callee.type === 'Identifier' && namers.has(node.callee.name));
  return parents.slice(0, parents.findLastIndex((node) => !isWrapper(node)) + 1);
}

const unparenthesized = (node: AnyNode): AnyNode =>
  node.type === 'ParenthesizedExpression' ? unparenthesized(node.expression) : node;

/** The function in `({ "Object.<anonymous>": function … })`, which Jest puts around a module. */
function onlyProperty(node: AnyNode | undefined): AnyNode | undefined {
  if (node?.type !== 'ObjectExpression' || node.properties.length !== 1) return undefined;
  const [property] = node.properties;
  return property.type === 'Property' ? property.value : undefined;
}

/**
 * In `Object.defineProperty(exports, "a", { get })`, where Node reads names of exports from just this text, and in what bundlers write:
 * `__export(all, { a: () => a })`, `__webpack_require__.d(all, { a: () => a })`.
 */
function isExportGetter(node: FunctionNode, parents: readonly AnyNode[], exporters: ReadonlySet<string>): boolean {
  const [call, holder, property] = parents.slice(-3);
  if (call.type !== 'CallExpression' || property.type !== 'Property') return false;
  const { callee } = call;
  const method = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name;
  const [object, exported] = call.arguments;
  if (method === 'defineProperty')
    return (
      object.type === 'Identifier' &&
      object.name === 'exports' &&
      property.key.type === 'Identifier' &&
      property.key.name === 'get'
    );
  const isBundlers = method === 'd' || (callee.type === 'Identifier' && exporters.has(callee.name));
  return isBundlers && exported === holder && node.params.length === 0;
}

export const isFunction = (node: AnyNode): node is FunctionNode =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';

const kindOf = ({ async: isAsync, generator }: FunctionNode): TimedKind =>
  isAsync ? (generator ? 'async-generator' : 'async') : generator ? 'generator' : 'sync';

/** Calls back for each node below and including this one, outer nodes first. `parents`: the nearest last. */
function visit(node: AnyNode, parents: AnyNode[], found: (node: AnyNode, parents: readonly AnyNode[]) => void): void {
  found(node, parents);
  parents.push(node);
  for (const child of childrenOf(node)) visit(child, parents, found);
  parents.pop();
}

/** The nodes directly below, in the order of the text. */
export function childrenOf(node: AnyNode): AnyNode[] {
  return (Object.values(node) as unknown[]).flat().filter(isNode);
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/**
 * As V8 and a reader would call it: by its own name, what it is assigned to, or the class or object that it is in. `around`: the
 * nearest last.
 */
function nameOf(node: FunctionNode, around: readonly AnyNode[], spell: Spell): string {
  if (node.id) return spell(node.id);
  const outer = around[around.length - 1];
  switch (outer.type) {
    case 'VariableDeclarator':
    case 'AssignmentPattern':
    case 'AssignmentExpression':
      return nameOfPattern('id' in outer ? outer.id : outer.left, spell);
    case 'PropertyDefinition':
    case 'MethodDefinition': {
      const prefix = 'kind' in outer && (outer.kind === 'get' || outer.kind === 'set') ? `${outer.kind} ` : '';
      const name = keyName(outer.key, outer.computed, spell);
      const holder = classNameOf(around, spell);
      if (name === 'constructor') return `new ${holder ?? 'class'}`;
      return prefix + (holder ? `${holder}.${name}` : name);
    }
    case 'Property':
      return (outer.kind === 'init' ? '' : `${outer.kind} `) + keyName(outer.key, outer.computed, spell);
    default:
      return '';
  }
}

/** The name of the class whose member is the innermost node. */
function classNameOf(around: readonly AnyNode[], spell: Spell): string | undefined {
  const [assigned, holder] = around.slice(-4, -2);
  if (holder.type !== 'ClassDeclaration' && holder.type !== 'ClassExpression') return undefined;
  const variable = assigned.type === 'VariableDeclarator' ? nameOfPattern(assigned.id, spell) : undefined;
  const own = holder.id ? spell(holder.id) : undefined;
  // esbuild makes `const _A = class _A …; let A = _A` of a class with decorators, and `var A = class _A …` of one that speaks of itself.
  if (own !== undefined && own === `_${variable}`) return variable;
  if (own === variable && variable?.startsWith('_')) return variable.slice(1);
  return own ?? variable;
}

function keyName(key: AnyNode, isComputed: boolean, spell: Spell): string {
  if (key.type === 'PrivateIdentifier') return `#${spell(key).replace(/^#/, '')}`;
  if (key.type === 'Literal') return String(key.value);
  // Source maps keep the quotes of a name that had them.
  if (key.type === 'Identifier') return isComputed ? `[${spell(key)}]` : spell(key).replace(/^(['"])(.*)\1$/, '$2');
  return '[computed]';
}

/** `parse` for `parse` and `exports.parse`, `Index.search` for `Index.prototype.search`. */
function nameOfPattern(pattern: AnyNode | Pattern, spell: Spell): string {
  if (pattern.type === 'Identifier') return spell(pattern);
  if (pattern.type !== 'MemberExpression' || pattern.computed) return '';
  const name = keyName(pattern.property, false, spell);
  const { object } = pattern;
  if (object.type === 'MemberExpression' && !object.computed && keyName(object.property, false, spell) === 'prototype')
    return `${nameOfPattern(object.object, spell)}.${name}`;
  return name;
}
