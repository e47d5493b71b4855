import { type Options, transform } from 'sucrase';

export interface StripOptions {
  /** Absolute path, for messages and to know JSX by its ending. */
  readonly file: string;
  /** Turn `import` and `export` into `require` and `exports`. */
  readonly toCommonJs: boolean;
  readonly jsx?: { readonly runtime: 'classic' | 'automatic' | 'preserve'; readonly importSource?: string };
}

/**
 * JavaScript of a TypeScript text, every statement on its own line still and, wherever the syntax allows, on its own
 * column, so that no source map is needed. Throws a SyntaxError that names file and line.
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
    return sourceMap ? keepColumns(source, code, sourceMap.mappings, contentOpener(source, options.file)) : code;
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? error.message.replace(/^Error transforming /, '') : String(error));
  }
}

/**
 * Moves tokens right, by spaces, to the columns that they have in the source. `mappings` are Sucrase's: line for line,
 * a segment for each token.
 */
function keepColumns(source: string, code: string, mappings: string, opener: RegExp | undefined): string {
  const sourceLines = source.split('\n');
  const segments = decodeColumns(mappings);
  return code
    .split('\n')
    .map((line, index) => padLine(line, sourceLines[index] ?? '', segments[index] ?? [], opener))
    .join('\n');
}

interface Segment {
  readonly from: number;
  readonly to: number;
}

function padLine(line: string, sourceLine: string, segments: readonly Segment[], opener: RegExp | undefined): string {
  let padded = line.slice(0, segments[0]?.from ?? line.length);
  for (let i = 0; i < segments.length; i++) {
    const text = line.slice(segments[i].from, segments[i + 1]?.from ?? line.length);
    const blanks = text.length - text.trimStart().length;
    padded += text.slice(0, blanks);
    const token = /^(?:[\w$]+|\S)/.exec(text.slice(blanks))?.[0];
    const column = token
      ? columnOfToken(sourceLine, token, segments[i].to, segments[i + 1]?.to ?? sourceLine.length)
      : -1;
    const isContent = opener?.test(sourceLine.slice(0, column)) ?? false;
    if (column > padded.length && !isContent) padded = padded.padEnd(column);
    padded += text.slice(blanks);
  }
  return padded;
}

/** Tokens that were removed share a place in the code with the next that stayed: look for that one. */
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
 * A space inside a template literal or JSX text is content. So tokens are moved only where nothing before them on the
 * line can have ended an interpolation or begun such text.
 */
function contentOpener(source: string, file: string): RegExp | undefined {
  if (file.endsWith('.tsx')) return /[`}<>]/;
  return source.includes('`') ? /[`}]/ : undefined;
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Generated and original columns of a source map whose lines map to themselves. */
function decodeColumns(mappings: string): Segment[][] {
  let to = 0;
  return mappings.split(';').map((line) => {
    let from = 0;
    return line === ''
      ? []
      : line.split(',').map((segment) => {
          const values = decodeVlq(segment);
          from += values[0];
          to += values[3] ?? 0;
          return { from, to };
        });
  });
}

function decodeVlq(text: string): number[] {
  const values: number[] = [];
  let value = 0;
  let shift = 0;
  for (const character of text) {
    const digit = base64.indexOf(character);
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    values.push(value & 1 ? -(value >> 1) : value >> 1);
    value = shift = 0;
  }
  return values;
}
