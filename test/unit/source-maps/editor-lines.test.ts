import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import fc from 'fast-check';
import ts from 'typescript';
import { findLineStarts, FrameKind, type Mapping, type Script } from '../../../src/core/index.ts';
import { mapPositions } from '../../../src/source-maps/index.ts';
import { useScratch } from '../../support/scratch.ts';
import { holds } from '../../support/holds.ts';

/** `mark`, where a function begins, is on line 4, column 6 of an editor, behind separators in a string and a comment. */
const ORIGINAL = `const first: string = 'a\u2028b\u2029c';\n/* \u2028 */ const second = 1;\n\na.b = mark => second as any;\nexport { first };\n`;
const PLAIN = ORIGINAL.replaceAll(': string', '').replaceAll(' as any', '');

/** Where V8 says that a character stands. */
function placeOf(text: string, character: number): readonly [line: number, column: number] {
  const starts = findLineStarts(text);
  const line = starts.findLastIndex((start) => start <= character);
  return [line + 1, character - starts[line]];
}

describe('lines behind U+2028 and U+2029', () => {
  const scratch = useScratch();

  /** Maps one position of a script, which is a function's definition too. */
  function map(script: Script, [line, column]: readonly [number, number]): Promise<Mapping> {
    const mapping = mapPositions({
      scripts: [script],
      positions: { script: Int32Array.of(0), line: Int32Array.of(line), column: Int32Array.of(column) },
      frames: { name: ['f'], position: Int32Array.of(0), kind: Uint8Array.of(FrameKind.script) },
    });
    return Promise.resolve(mapping);
  }
  const write = (name: string, text: string): string => {
    writeFileSync(scratch(name), text);
    return pathToFileURL(scratch(name)).href;
  };
  /** Where the position is, and the function that is defined there: both must agree. */
  function placed({ positions, frames }: Mapping): readonly [line: number, column: number] {
    const place = [positions.line[0], positions.column[0]] as const;
    assert.deepEqual([frames.line[0], frames.column[0]], place);
    return place;
  }
  const markIn = (text: string): readonly [number, number] => placeOf(text, text.indexOf('mark'));

  it('are an editor’s in JavaScript that runs as it is', async () => {
    const url = write('plain.js', PLAIN);
    assert.deepEqual(markIn(PLAIN), [7, 6], 'V8 counts three more');
    assert.deepEqual(placed(await map({ url }, markIn(PLAIN))), [4, 6]);
    assert.deepEqual(placed(await map({ url }, [7, -1])), [4, -1]);
    assert.deepEqual(placed(await map({ url, source: PLAIN }, markIn(PLAIN))), [4, 6]);
  });

  it('are an editor’s in text that is on no disk, and in one with a byte order mark', async () => {
    assert.deepEqual(placed(await map({ url: 'memory:x', source: PLAIN }, markIn(PLAIN))), [4, 6]);
    const url = write('marked.js', `\uFEFF${PLAIN}`);
    const contentHash = createHash('sha256').update(`\uFEFF${PLAIN}`).digest('hex');
    assert.deepEqual(placed(await map({ url, contentHash }, placeOf(PLAIN, PLAIN.indexOf('b')))), [1, 17]);
  });

  const compilers: Readonly<Record<string, () => { code: string; map: string }>> = {
    TypeScript: () => {
      const compilerOptions = { sourceMap: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
      const { outputText, sourceMapText = '' } = ts.transpileModule(ORIGINAL, { fileName: 'a.ts', compilerOptions });
      return { code: outputText, map: sourceMapText };
    },
    esbuild: () => transformSync(ORIGINAL, { loader: 'ts', sourcemap: true, sourcefile: 'a.ts' }),
  };
  for (const [name, compile] of Object.entries(compilers)) {
    it(`are an editor’s in originals that ${name} compiled`, async () => {
      write('a.ts', ORIGINAL);
      const { code, map: sourceMap } = compile();
      const url = write('a.js', code);
      assert.deepEqual(placed(await map({ url, sourceMap }, markIn(code))), [4, 6]);
    });
  }

  const texts = fc.array(fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', '\u2028', '\u2029'), { minLength: 1 });
  holds('are an editor’s wherever separators and line ends stand', [texts, fc.nat()], async (parts, at) => {
    const text = parts.join('');
    const character = at % text.length;
    // No position is between the two of one line end.
    fc.pre(!(text[character] === '\n' && text[character - 1] === '\r'));
    // Nor is one on a line without code.
    fc.pre(/[abc]/.test(text.split(/\r\n|[\n\r\u2028\u2029]/)[placeOf(text, character)[0] - 1]));
    const before = text.slice(0, character).split(/\r\n|\r|\n/);
    const mapping = await map({ url: 'memory:x', source: text }, placeOf(text, character));
    assert.deepEqual(placed(mapping), [before.length, (before.at(-1) ?? '').length]);
  });

  it('stay as they are where the file was changed since', async () => {
    const url = write('changed.js', PLAIN);
    const contentHash = '0'.repeat(64);
    assert.deepEqual(placed(await map({ url, contentHash }, markIn(PLAIN))), [7, 6]);
  });
});
