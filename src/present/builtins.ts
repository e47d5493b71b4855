import type { BuiltinPart, FunctionIndex } from '../core/index.ts';
import { formatShare } from './quantities.ts';

/** What V8's builtins do: the first that fits a name. Names are those of V8 11 to 14 (src/builtins/builtins-definitions.h). */
const words: readonly (readonly [name: RegExp, what: string])[] = [
  [/^Load(Super)?IC.*Megamorphic/, 'property reads of objects of many shapes'],
  [/^(Store|DefineNamedOwn)IC.*Megamorphic/, 'property writes to objects of many shapes'],
  [/^KeyedLoadIC/, 'reads of o[key]'],
  [/^(KeyedStoreIC|DefineKeyedOwnIC|SetKeyedProperty)/, 'writes of o[key]'],
  [/^KeyedHasIC|^HasProperty/, 'key in o'],
  [/^LoadGlobalIC/, 'reads of global variables'],
  [/^(Load|Store)/, 'property reads and writes that are not compiled yet or vary'],
  [/^StringAdd|^StringPrototypeConcat/, 'string concatenation'],
  [/^ArrayPrototypePush|^GrowFast/, 'appending to an array, which is copied as it grows'],
  [/^ArrayPrototype(Shift|Unshift|Splice)/, 'moving the elements of an array'],
  [/^Array(Prototype)?(IndexOf|Includes|Find)/, 'search in an array from its start'],
  [/^(CloneFastJSArray|ArrayPrototype(Slice|Concat)|ExtractFastJSArray)/, 'copies of arrays'],
  [
    /Spread|^IterableTo|^CopyDataProperties|^CloneObjectIC|^SetDataProperties|^ConstructWithArrayLike|^CallWithArrayLike/,
    'spread, which copies arrays or objects',
  ],
  [/^(ResumeGenerator|SuspendGenerator|GeneratorPrototype)/, 'suspending and resuming generators and async functions'],
  [/^Async|Promise|Microtask/, 'async functions and promises'],
  [/Iterator|^Iterate/, 'iteration (for…of, destructuring)'],
  [/^ForIn/, 'for…in'],
  [/^BigInt/, 'arithmetic of BigInt, which allocates each result'],
  [/^RegExp|^StringPrototype(Match|Replace|Search|Split)/, 'regular expressions and what is made of matches'],
  [/^Context::Lookup$/, 'variables that are looked up by their names'],
  [/^NumberDictionary$/, 'elements of arrays with large gaps'],
  [/^DeleteProperty/, 'delete'],
  [/^(InstanceOf|OrdinaryHasInstance|FunctionPrototypeHasInstance)/, 'instanceof'],
  [/^(Map|Set|WeakMap|WeakSet)(Prototype)?[A-Z]|^FindOrderedHash/, 'Map and Set'],
  [/^String(Equal|LessThan|GreaterThan|Compare)|^(Strict)?Equal/, 'comparison, of strings for the most part'],
  [
    /^(ParseInt|ParseFloat|Number(Parse|ToString|PrototypeToString)|StringToNumber|(NonNumber|Plain)?ToNumber|ToString|NonPrimitiveTo)/,
    'conversion between text and numbers',
  ],
  [/^(StringPrototype|StringSubstring|SubString|StringCharCodeAt|StringFrom|StringIndexOf)/, 'methods of strings'],
  [/^(Allocate|FastNew|Create(Shallow|Empty|Array|Object|Regexp))/, 'allocation of objects'],
  [/^(Call|Construct|PushAll)/, 'calls that V8 could not compile into the caller'],
  [/^CEntry/, 'calls into the part of V8 that is C++'],
];

/** What does a builtin do, in a few words? Undefined if its name says it all. */
export function describeBuiltin(name: string): string | undefined {
  return words.find(([fits]) => fits.test(name))?.[1];
}

/**
 * `43 % in LoadIC_Megamorphic (property reads of objects of many shapes)`; the share is of a line's own time. `nameOf`: names
 * the function for a builtin that ran somewhere below the line's call. `format` sets names apart.
 */
export function formatBuiltinPart(
  { name, part, isBelow, within }: BuiltinPart,
  nameOf: (fn: FunctionIndex) => string,
  format = (text: string): string => text,
): string {
  const what = describeBuiltin(name);
  const told = `${formatShare(part)} in ${format(builtinLabel(name))}${what === undefined ? '' : ` (${what})`}`;
  if (isBelow !== true) return told;
  const probably = within === undefined ? '' : `, probably in or below ${format(nameOf(within))} (estimated)`;
  return `${told}, somewhere below this call${probably}`;
}

/** What is to be said once where any of these builtins has no name; empty elsewhere. */
export const unnamedNote = (shown: readonly BuiltinPart[]): string =>
  shown.some(({ name }) => name === '(a builtin)') ? 'This version of Node does not log which builtin it was.' : '';

/** Those whose methods programmers know by name. */
const owners = { Array, BigInt, Date, Map, Number, Object, RegExp, Set, String, WeakMap, WeakSet };

/** `Array.prototype.push` for `ArrayPrototypePush`; other builtins as V8 calls them, `(a builtin)` without its brackets. */
export function builtinLabel(name: string): string {
  const [, owner = '', method = ''] = /^([A-Z][A-Za-z]+?)Prototype([A-Z]\w*?)(?:Intl)?$/.exec(name) ?? [];
  const made = Object.entries(owners).find(([known]) => known === owner)?.[1].prototype;
  const key = method.charAt(0).toLowerCase() + method.slice(1);
  return made !== undefined && key in made ? `${owner}.prototype.${key}` : name.replace(/^\((.*)\)$/, '$1');
}

/** A builtin is told from this part of a line's own time on. */
const NOTABLE_PART = 0.1;
const MOST_TOLD = 3;

/** The builtins of a line that are worth mentioning, the most first. */
export function notableBuiltins(parts: readonly BuiltinPart[] | undefined): readonly BuiltinPart[] {
  return (parts ?? []).filter(({ part }) => part >= NOTABLE_PART).slice(0, MOST_TOLD);
}
