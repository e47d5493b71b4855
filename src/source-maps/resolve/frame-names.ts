import type { FrameIndex, MappingRequest, OneBasedLine, ZeroBasedColumn } from '../../core/index.ts';
import type { GeneratedText } from '../find/generated-text.ts';
import type { LoadedMap } from '../find/loaded-map.ts';

/** Where the name of a function stands; `frame`: whose it is. */
interface AskedName {
  readonly frame: FrameIndex;
  readonly line: OneBasedLine;
  readonly column: ZeroBasedColumn;
}

/**
 * Where the functions' names stand, if the map has names. Without the text only `name(` can be found, by its length: a
 * segment with a name that begins exactly there is that name.
 */
export function namePositions(
  { positions, frames: { name, position } }: MappingRequest,
  loaded: LoadedMap,
  frames: readonly FrameIndex[],
): AskedName[] {
  if (loaded.data.names.count === 0 || frames.length === 0) return [];
  const text = loaded.text();
  return frames.flatMap((frame) => {
    const word = name[frame];
    const [line, column] = [positions.line[position[frame]], positions.column[position[frame]]];
    if (word === '' || line < 1 || column < 0) return [];
    const reach = text === undefined ? word.length : reachOfName(text, line, column, word);
    return reach < 0 || reach > column ? [] : [{ frame, line, column: column - reach }];
  });
}

/** How far before a definition its name is looked for, in characters. */
const NAME_REACH = 256;

/** How far before a definition its function's name begins in a text, -1 where it does not stand there; see `findName`. */
function reachOfName(text: GeneratedText, line: number, column: number, name: string): number {
  const before = text.line(line)?.slice(Math.max(0, column - NAME_REACH - name.length), column);
  if (before === undefined) return name.length;
  const reach = findName(before, name) ?? -1;
  // The `#` of a private name belongs to it.
  return reach > 0 && before.at(-reach - 1) === '#' ? reach + 1 : reach;
}

/**
 * How far before a function's definition (where V8 puts it, the parameters) the name begins that V8 gave it: `name(`,
 * `name = (`, `name: function(`, `name = async x =>`. `before`: the text of the line up to there. Undefined where it
 * does not stand there.
 */
function findName(before: string, name: string): number | undefined {
  // Nearly all definitions are `name(`.
  const isWhole = !/[\p{ID_Continue}$]/u.test(before.charAt(before.length - name.length - 1));
  if (before.endsWith(name) && isWhole && /^[\w$]+$/.test(name) && name !== 'async') return name.length;
  const bare = name.replace(/^(?:get|set|static|async) /, '').replace(/^.*[.#]/, '');
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(bare)) return undefined;
  const trimmed = before.trimEnd();
  const isDirect = trimmed.endsWith(bare) && bare !== 'async';
  const rest = isDirect ? trimmed : trimmed.replace(/\s*[=:]\s*(?:async\s*)?(?:function\s*\*?)?$/, '');
  if (!rest.endsWith(bare)) return undefined;
  if (/[\p{ID_Continue}$]$/u.test(rest.slice(0, -bare.length))) return undefined;
  return before.length - rest.length + bare.length;
}
