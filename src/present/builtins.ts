import type { BuiltinPart, FunctionIndex } from '../core/index.ts';
import { formatShare } from './quantities.ts';

/** What a builtin of V8's does. */
interface BuiltinWords {
  readonly name: RegExp;
  readonly what: string;
}

/** The first that fits a name. Names are those of V8 11 to 14 (src/builtins/builtins-definitions.h). */
const words: readonly BuiltinWords[] = [
  { name: /^Load(Super)?IC.*Megamorphic/, what: 'property reads of objects of many shapes' },
  { name: /^(Store|DefineNamedOwn)IC.*Megamorphic/, what: 'property writes to objects of many shapes' },
  { name: /^KeyedLoadIC/, what: 'reads of o[key]' },
  { name: /^(KeyedStoreIC|DefineKeyedOwnIC|SetKeyedProperty)/, what: 'writes of o[key]' },
  { name: /^KeyedHasIC|^HasProperty/, what: 'key in o' },
  { name: /^LoadGlobalIC/, what: 'reads of global variables' },
  { name: /^(Load|Store)/, what: 'property reads and writes that are not compiled yet or vary' },
  { name: /^StringAdd|^StringPrototypeConcat/, what: 'string concatenation' },
  { name: /^ArrayPrototypePush|^GrowFast/, what: 'appending to an array, which is copied as it grows' },
  { name: /^ArrayPrototype(Shift|Unshift|Splice)/, what: 'moving the elements of an array' },
  { name: /^Array(Prototype)?(IndexOf|Includes|Find)/, what: 'search in an array from its start' },
  { name: /^(CloneFastJSArray|ArrayPrototype(Slice|Concat)|ExtractFastJSArray)/, what: 'copies of arrays' },
  {
    name: /Spread|^IterableTo|^CopyDataProperties|^CloneObjectIC|^SetDataProperties|^ConstructWithArrayLike|^CallWithArrayLike/,
    what: 'spread, which copies arrays or objects',
  },
  {
    name: /^(ResumeGenerator|SuspendGenerator|GeneratorPrototype)/,
    what: 'suspending and resuming generators and async functions',
  },
  { name: /^Async|Promise|Microtask/, what: 'async functions and promises' },
  { name: /Iterator|^Iterate/, what: 'iteration (for…of, destructuring)' },
  { name: /^ForIn/, what: 'for…in' },
  { name: /^BigInt/, what: 'arithmetic of BigInt, which allocates each result' },
  {
    name: /^RegExp|^StringPrototype(Match|Replace|Search|Split)/,
    what: 'regular expressions and what is made of matches',
  },
  { name: /^Context::Lookup$/, what: 'variables that are looked up by their names' },
  { name: /^NumberDictionary$/, what: 'elements of arrays with large gaps' },
  { name: /^DeleteProperty/, what: 'delete' },
  { name: /^(InstanceOf|OrdinaryHasInstance|FunctionPrototypeHasInstance)/, what: 'instanceof' },
  { name: /^(Map|Set|WeakMap|WeakSet)(Prototype)?[A-Z]|^FindOrderedHash/, what: 'Map and Set' },
  {
    name: /^String(Equal|LessThan|GreaterThan|Compare)|^(Strict)?Equal/,
    what: 'comparison, of strings for the most part',
  },
  {
    name: /^(ParseInt|ParseFloat|Number(Parse|ToString|PrototypeToString)|StringToNumber|(NonNumber|Plain)?ToNumber|ToString|NonPrimitiveTo)/,
    what: 'conversion between text and numbers',
  },
  {
    name: /^(StringPrototype|StringSubstring|SubString|StringCharCodeAt|StringFrom|StringIndexOf)/,
    what: 'methods of strings',
  },
  { name: /^(Allocate|FastNew|Create(Shallow|Empty|Array|Object|Regexp))/, what: 'allocation of objects' },
  { name: /^(Call|Construct|PushAll)/, what: 'calls that V8 could not compile into the caller' },
  { name: /^CEntry/, what: 'calls into the part of V8 that is C++' },
];

/** What does a builtin do, in a few words? Undefined if its name says it all. */
export function describeBuiltin(name: string): string | undefined {
  return words.find((each) => each.name.test(name))?.what;
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
