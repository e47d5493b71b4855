/** Constructors and namespaces whose methods V8 implements as builtins named after them. */
const owners: Readonly<Record<string, object>> = {
  ...{ Array, ArrayBuffer, Atomics, BigInt, DataView, Date, Error, Function, JSON, Map, Math, Number, Object },
  ...{ Promise, Proxy, Reflect, RegExp, Set, String, Symbol, WeakMap, WeakSet },
  TypedArray: Object.getPrototypeOf(Uint8Array) as object,
};
/** They only pass a call on; showing them would hide who calls whom. */
const transparent = new Set(['Function.prototype.call', 'Function.prototype.apply', 'Reflect.apply']);

/**
 * The names under which programmers know V8's builtins: `ArrayPrototypeSort` → `Array.prototype.sort`. Builtins that are not
 * in it are machinery (stubs, helpers, allocation): their time belongs to the function that runs them.
 */
export function buildNativeNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (builtin: string, shown: string): void => {
    if (!transparent.has(shown) && !names.has(builtin)) names.set(builtin, shown);
  };
  for (const [owner, value] of Object.entries(owners)) {
    // JSON's are named JsonParse and JsonStringify.
    const prefix = owner === 'JSON' ? 'Json' : owner;
    const prototype = (value as { prototype?: object }).prototype;
    for (const method of methodsOf(prototype))
      add(`${prefix}Prototype${capital(method)}`, `${owner}.prototype.${method}`);
    for (const method of methodsOf(value)) add(`${prefix}${capital(method)}`, `${owner}.${method}`);
    // Those that take callbacks lack the word: ArrayForEach, ArrayMap.
    for (const method of methodsOf(prototype)) add(`${prefix}${capital(method)}`, `${owner}.prototype.${method}`);
  }
  return names;
}

function methodsOf(value: object | undefined): string[] {
  if (value === undefined) return [];
  const entries = Object.entries(Object.getOwnPropertyDescriptors(value));
  return entries
    .filter(([key, { value: method }]) => key !== 'constructor' && typeof method === 'function')
    .map(([key]) => key);
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
