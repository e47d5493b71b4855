import {
  type AnonymousFunctionDeclaration,
  type AnyNode,
  type ArrowFunctionExpression,
  type FunctionDeclaration,
  type FunctionExpression,
  parse,
  type Pattern,
  type Program,
} from 'acorn';
import type { TimedKind } from '../../recording/timing.ts';

export type FunctionNode =
  FunctionDeclaration | AnonymousFunctionDeclaration | FunctionExpression | ArrowFunctionExpression;

/** A function of a text, as timing it needs it. */
export interface FoundFunction {
  readonly node: FunctionNode;
  /** `Index.search`, `get size`, `parse`; empty where nothing names it. */
  readonly name: string;
  readonly kind: TimedKind;
}

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
      // Of the other kind, or of a syntax that only V8 knows.
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
  visit(program, [], (node, parents) => {
    if (isFunction(node) && !isLoaders(node) && !isExportGetter(parents))
      found.push({ node, name: nameOf(node, parents), kind: kindOf(node) });
  });
  return found;
}

const unparenthesized = (node: AnyNode): AnyNode =>
  node.type === 'ParenthesizedExpression' ? unparenthesized(node.expression) : node;

/** Of `({ "Object.<anonymous>": function … })`, as Jest wraps a module. */
function onlyProperty(node: AnyNode | undefined): AnyNode | undefined {
  if (node?.type !== 'ObjectExpression' || node.properties.length !== 1) return undefined;
  const [property] = node.properties;
  return property.type === 'Property' ? property.value : undefined;
}

/** In `Object.defineProperty(exports, "a", { get })`: Node reads names of exports from just this text. */
function isExportGetter(parents: readonly AnyNode[]): boolean {
  const call = parents.at(-3);
  const [object] = call?.type === 'CallExpression' ? call.arguments : [];
  return object?.type === 'Identifier' && object.name === 'exports';
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

/** As V8 and a reader would call it: by its own name, what it is assigned to, or the class or object that it is in. */
function nameOf(node: FunctionNode, parents: readonly AnyNode[]): string {
  if (node.id) return node.id.name;
  const parent = skipParens(parents, parents.length - 1);
  const outer = parents[parent];
  switch (outer.type) {
    case 'VariableDeclarator':
    case 'AssignmentPattern':
    case 'AssignmentExpression':
      return nameOfPattern('id' in outer ? outer.id : outer.left);
    case 'PropertyDefinition':
    case 'MethodDefinition': {
      const prefix = 'kind' in outer && (outer.kind === 'get' || outer.kind === 'set') ? `${outer.kind} ` : '';
      const name = keyName(outer.key, outer.computed);
      const holder = classNameOf(parents, parent);
      if (name === 'constructor') return `new ${holder ?? 'class'}`;
      return prefix + (holder ? `${holder}.${name}` : name);
    }
    case 'Property':
      return (outer.kind === 'init' ? '' : `${outer.kind} `) + keyName(outer.key, outer.computed);
    default:
      return '';
  }
}

function skipParens(parents: readonly AnyNode[], from: number): number {
  return parents[from].type === 'ParenthesizedExpression' ? skipParens(parents, from - 1) : from;
}

function classNameOf(parents: readonly AnyNode[], member: number): string | undefined {
  const holder = parents[member - 2];
  if (holder.type !== 'ClassDeclaration' && holder.type !== 'ClassExpression') return undefined;
  const assigned = parents[member - 3];
  const variable = assigned.type === 'VariableDeclarator' ? nameOfPattern(assigned.id) : undefined;
  // esbuild makes `const _A = class _A …; let A = _A` of a class with decorators, or one that speaks of itself in static fields.
  if (holder.id?.name === variable && variable?.startsWith('_')) return variable.slice(1);
  return holder.id?.name ?? variable;
}

function keyName(key: AnyNode, isComputed: boolean): string {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`;
  if (key.type === 'Literal') return String(key.value);
  if (key.type === 'Identifier') return isComputed ? `[${key.name}]` : key.name;
  return '[computed]';
}

/** `parse` for `parse` and `exports.parse`, `Index.search` for `Index.prototype.search`. */
function nameOfPattern(pattern: AnyNode | Pattern): string {
  if (pattern.type === 'Identifier') return pattern.name;
  if (pattern.type !== 'MemberExpression' || pattern.computed) return '';
  const name = keyName(pattern.property, false);
  const { object } = pattern;
  if (object.type === 'MemberExpression' && !object.computed && keyName(object.property, false) === 'prototype')
    return `${nameOfPattern(object.object)}.${name}`;
  return name;
}
