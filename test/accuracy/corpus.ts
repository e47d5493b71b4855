import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { NodeMajor } from '../support/nodes.ts';
import { readRun } from './record.ts';
import { repeatedPrograms } from './repeated-programs.ts';
import { folderOf, type Run } from './runs.ts';

/** Recorded truth of one Node: one compressed file, in which logs of one V8 share most of their text. */
const archiveOf = (major: NodeMajor): string => path.join(import.meta.dirname, '../truth', `node-${major}.br`);

/** What stands before the contents of an archive, as one line of JSON. */
interface Index {
  /** When and on what it was recorded. */
  readonly measured: string;
  readonly files: readonly (readonly [name: string, bytes: number])[];
}

/** Of the programs as they were recorded, by Node: marks and workloads are read from today's. */
const hashesFile = path.join(import.meta.dirname, '../truth/programs.json');

const WINDOW = 30;
const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Stores the runs of a Node, from their folders below `root`. `measured`: when and on what they were recorded. */
export async function storeTruth(
  major: NodeMajor,
  runs: readonly Run[],
  root: string,
  measured: string,
): Promise<void> {
  const names: string[] = [];
  for (const run of runs) {
    const folder = folderOf(run);
    const { recording } = await readRun(path.join(root, folder));
    names.push(path.join(folder, 'run.json'), path.join(folder, path.basename(recording)));
  }
  const contents = await Promise.all(
    names.map(async (name) => shorten(await readFile(path.join(root, name), 'latin1'))),
  );
  const files = names.map((name, i) => [name.replaceAll(path.sep, '/'), contents[i].length] as const);
  const index: Index = { measured, files };
  const bytes = Buffer.concat([
    Buffer.from(`${JSON.stringify(index)}\n`),
    ...contents.map((text) => Buffer.from(text, 'latin1')),
  ]);
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: WINDOW,
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(archiveOf(major), await compress(bytes, { params }));
  const hashes = { ...(await readHashes()), [major]: await hashOfPrograms() };
  await writeFile(hashesFile, `${JSON.stringify(hashes, undefined, 2)}\n`);
}

/**
 * Puts the recorded truth of a Node into folders below `root`; when and on what it was recorded. Rejects where the programs
 * have changed since.
 */
export async function unpackTruth(major: NodeMajor, root: string): Promise<string> {
  if ((await readHashes())[major] !== (await hashOfPrograms()))
    throw new Error('The programs of test/accuracy have changed since they were recorded: npm run accuracy -- record');
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  const bytes = await decompress(await readFile(archiveOf(major)), { params });
  const end = bytes.indexOf('\n');
  const index = JSON.parse(bytes.toString('utf8', 0, end)) as Index;
  let at = end + 1;
  for (const [name, length] of index.files) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, restore(bytes.toString('latin1', at, at + length)), 'latin1');
    at += length;
  }
  return index.measured;
}

/** Positions of bytecode in a V8 log, `C0O30216C7O30225`, whose differences compress to a third: `C0O30216C7O9`. */
const shorten = (text: string): string => mapPositions(text, (value, last) => [value - last, value]);
const restore = (text: string): string => mapPositions(text, (value, last) => [last + value, last + value]);

function mapPositions(
  text: string,
  convert: (value: number, last: number) => readonly [written: number, last: number],
): string {
  return text.replace(/^code-source-info,.*/gm, (line) => {
    let [code, source] = [0, 0];
    return line.replace(/C(-?\d+)O(-?\d+)/g, (_, at: string, position: string) => {
      const [writtenCode, lastCode] = convert(Number(at), code);
      const [writtenSource, lastSource] = convert(Number(position), source);
      [code, source] = [lastCode, lastSource];
      return `C${writtenCode}O${writtenSource}`;
    });
  });
}

async function readHashes(): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(hashesFile, 'utf8')) as Record<string, string>;
}

/** Of all that says which line is which, and what it does. */
async function hashOfPrograms(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['bursts', 'constructs', 'kinds', 'programs', 'threads', 'waits']) {
    const place = path.join(import.meta.dirname, folder);
    for (const name of (await readdir(place)).sort()) hash.update(name).update(await readFile(path.join(place, name)));
  }
  return hash.update(JSON.stringify(repeatedPrograms)).digest('hex');
}
