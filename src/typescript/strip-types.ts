import { basename } from 'node:path';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { type Options, transform } from 'sucrase';
import type { Tsconfig } from './tsconfig.ts';

export interface StripOptions {
  /** Absolute path, for messages; `.tsx` means that there is JSX in it. */
  readonly file: string;
  /** Turn `import` and `export` into `require` and `exports`. */
  readonly toCommonJs: boolean;
  readonly jsx?: Tsconfig['jsx'];
}

/**
 * A TypeScript text as JavaScript. Every statement stays on its line and, wherever the syntax allows, in its column, so
 * that no source map is needed; only CommonJS, of which little is left as it stood, has one at its end, by which it is known
 * again. Throws a SyntaxError that names file and line.
 */
export function stripTypes(source: string, options: StripOptions): string {
  const isTsx = options.file.endsWith('.tsx');
  const transforms: Options['transforms'] = ['typescript'];
  if (isTsx) transforms.push('jsx');
  if (options.toCommonJs) transforms.push('imports');
  const runtime = options.jsx?.runtime ?? 'automatic';
  try {
    const { code, sourceMap } = transform(source, {
      transforms,
      filePath: options.file,
      sourceMapOptions: { compiledFilename: options.file },
      disableESTransforms: true,
      preserveDynamicImport: true,
      injectCreateRequireForImportRequire: !options.toCommonJs,
      production: true,
      jsxRuntime: runtime,
      ...(options.jsx?.importSource && runtime === 'automatic' ? { jsxImportSource: options.jsx.importSource } : {}),
    });
    if (!sourceMap) return code;
    const kept = keepColumns(source, code, sourceMap.mappings, contentOpener(source, options.file));
    return options.toCommonJs ? `${kept.code}\n${mapComment(options.file, source, kept.segments)}` : kept.code;
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^Error transforming /, '') : String(error);
    throw syntaxErrorIn(source, options.file, message);
  }
}

/**
 * An error as Node shows one in a file that it cannot compile: with the line, and without our own functions in its stack. `message`
 * ends with the place, as Sucrase writes it: `/a/b.ts: Unexpected token (3:1)`.
 */
function syntaxErrorIn(source: string, file: string, message: string): SyntaxError {
  const error = new SyntaxError(message);
  const [, line, column] = /\((\d+):(\d+)\)$/.exec(message) ?? [];
  const text = source.split('\n').at(Number(line) - 1);
  const shown = text === undefined ? '' : `${file}:${line}\n${text}\n${' '.repeat(Number(column) - 1)}^\n\n`;
  const ofNode = (error.stack ?? '').split('\n').filter((frame) => /^ +at .*\(node:/.test(frame));
  Object.defineProperty(error, 'stack', { value: [`${shown}SyntaxError: ${message}`, ...ofNode].join('\n') });
  return error;
}

/**
 * Moves tokens right, by spaces, to the columns that they have in the source. `mappings` are Sucrase's: each line maps to
 * itself, with a segment for each token.
 *
 * Node's own stripper, amaro, keeps columns without any of this, because it overwrites types with spaces. It does not
 * serve here: this code runs on Node 20, which lacks it, or on a program with enums and parameter properties, which amaro
 * refuses to strip and otherwise transforms like everybody else, with a source map and columns of its own; and its
 * WebAssembly of several megabytes would weigh more than all else that Heatline ships.
 */
function keepColumns(source: string, code: string, mappings: string, opener: RegExp | undefined) {
  const sourceLines = source.split('\n');
  const segments = decode(mappings);
  const lines = code
    .split('\n')
    .map((line, index) => padLine(line, sourceLines[index] ?? '', segments[index] ?? [], opener));
  return { code: lines.map(({ padded }) => padded).join('\n'), segments: lines.map(({ moved }) => moved) };
}

/** The map of the tokens where they stand now, as a comment of its own. */
function mapComment(file: string, source: string, segments: SourceMapSegment[][]): string {
  const map = {
    version: 3,
    sources: [basename(file)],
    sourcesContent: [source],
    names: [],
    mappings: encode(segments),
  };
  const data = Buffer.from(JSON.stringify(map)).toString('base64');
  return `//# sourceMappingURL=data:application/json;base64,${data}`;
}

function padLine(line: string, sourceLine: string, segments: readonly SourceMapSegment[], opener: RegExp | undefined) {
  let padded = line.slice(0, segments[0]?.[0] ?? line.length);
  const moved: SourceMapSegment[] = [];
  for (const [i, [from, , sourceLineIndex = 0, sourceColumn = 0]] of segments.entries()) {
    const [nextFrom = line.length, , , nextColumn = sourceLine.length] = segments[i + 1] ?? [];
    const text = line.slice(from, nextFrom);
    const code = text.trimStart();
    padded += text.slice(0, text.length - code.length);
    const token = /^(?:[\w$]+|\S)/.exec(code)?.[0];
    const column = token ? columnOfToken(sourceLine, token, sourceColumn, nextColumn) : -1;
    const isContent = opener?.test(sourceLine.slice(0, column)) ?? false;
    if (column > padded.length && !isContent) padded = padded.padEnd(column);
    moved.push([padded.length, 0, sourceLineIndex, sourceColumn]);
    padded += code;
  }
  return { padded, moved };
}

/**
 * The column of a token that the mappings place between two columns; -1 where it is not there. A removed token shares its
 * generated place with the next one that stayed, so the first column need not be the token's own.
 */
function columnOfToken(sourceLine: string, token: string, from: number, to: number): number {
  const isWord = /^[\w$]/.test(token);
  for (let at = sourceLine.indexOf(token, from); at >= 0 && at <= to; at = sourceLine.indexOf(token, at + 1)) {
    const before = sourceLine[at - 1] ?? ' ';
    const after = sourceLine[at + token.length] ?? ' ';
    if (!isWord || (!/[\w$]/.test(before) && !/[\w$]/.test(after))) return at;
  }
  return -1;
}

/**
 * What in a source line forbids to move the tokens behind it: it may have begun, or resumed, a template literal or JSX
 * text, where a space is content. Undefined: nothing does.
 */
function contentOpener(source: string, file: string): RegExp | undefined {
  if (file.endsWith('.tsx')) return /[`}<>]/;
  return source.includes('`') ? /[`}]/ : undefined;
}
