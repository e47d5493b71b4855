import type { GeneratedText } from '../find/generated-text.ts';

/** As much of a line before a definition as its name is looked for in. */
const NAME_REACH = 256;

/**
 * How far before a definition its function's name begins in a text, -1 where it does not stand there; see `findName`. Nearly
 * all definitions are `name(`, and need no text made of the bytes.
 */
export function reachOfName(text: GeneratedText, line: number, column: number, name: string): number {
  if (name !== 'async' && text.hasWordBefore(line, column, name)) return name.length;
  const before = text.before(line, column, NAME_REACH + name.length);
  return before === undefined ? name.length : (findName(before, name) ?? -1);
}

/**
 * How far before a function's definition (where V8 puts it, the parameters) the name begins that V8 gave it: `name(`,
 * `name = (`, `name: function(`, `name = async x =>`. `before`: the text of the line up to there. Undefined where it
 * does not stand there.
 */
function findName(before: string, name: string): number | undefined {
  const bare = name.replace(/^(?:get|set|static|async) /, '').replace(/^.*[.#]/, '');
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(bare)) return undefined;
  const trimmed = before.trimEnd();
  const isDirect = trimmed.endsWith(bare) && bare !== 'async';
  const rest = isDirect ? trimmed : trimmed.replace(/\s*[=:]\s*(?:async\s*)?(?:function\s*\*?)?$/, '');
  if (!rest.endsWith(bare)) return undefined;
  if (/[\p{ID_Continue}$]$/u.test(rest.slice(0, -bare.length))) return undefined;
  return before.length - rest.length + bare.length;
}
