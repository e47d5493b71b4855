/**
 * The column at which the name that V8 gave a function stands, right before its definition (`column`: where V8 puts
 * it, the parameters): `name(`, `name = (`, `name: function(`, `name = async x =>`. Undefined where it does not.
 */
export function findName(line: string, column: number, name: string): number | undefined {
  const bare = name.replace(/^(?:get|set|static|async) /, '').replace(/^.*[.#]/, '');
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(bare)) return undefined;
  const before = line.slice(Math.max(0, column - 256 - bare.length), column);
  const rest = before.replace(/\s*$/, '').replace(/\s*[=:]\s*(?:async\s*)?(?:function\s*\*?)?\s*$/, '');
  if (!rest.endsWith(bare)) return undefined;
  if (/[\p{ID_Continue}$]$/u.test(rest.slice(0, -bare.length))) return undefined;
  return column - before.length + rest.length - bare.length;
}
