// Records the golden programs on every Node version, and those with known causes: `npx tsx test/golden/record.ts [name…]`.
// Afterwards `UPDATE=1 npm test -- golden` writes the snapshots; look at what changed before committing.
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { causeFlags } from '../../src/recorder/index.ts';
import { sharedBootloader } from '../support/bootloader.ts';
import { cacheFolder, nodeBinary } from '../support/nodes.ts';
import { record } from '../support/recording.ts';
import { withScratch } from '../support/scratch.ts';
import { cases, type Kept, placeholder, project } from './programs.ts';
import { causeCases, whyCases } from './why-cases.ts';

const LARGEST = 200_000;

async function recordKept(kept: Kept, folder: string): Promise<void> {
  const { name, program, args = [], interval, sampler, recording } = kept;
  const { file } = await record({
    ...{ program: path.join(project, program), args, cwd: project, env: { PATH: process.env.PATH } },
    ...{ runtimeExecutable: await nodeBinary(kept.major), interval, sampler, stdio: 'pipe' },
    ...{ output: path.join(folder, `${name}.cpuprofile`), bootloader: await sharedBootloader() },
    moreLogFlags: kept.hasCauses ? causeFlags(path.join(folder, `${name}.txt`)) : [],
  });
  const packed = gzipSync(withoutPlaces(withoutUnused(await readFile(file, 'utf8'))), { level: 9 });
  if (packed.length > LARGEST) throw new Error(`${name} has ${packed.length} bytes; take a longer interval`);
  await writeFile(recording, packed);
  console.log(`${name}: ${packed.length} bytes`);
}

/** The recording without this machine's paths. */
function withoutPlaces(text: string): string {
  const scrubbed = text.replaceAll(project, placeholder).replaceAll(cacheFolder, '/cache');
  const home = os.homedir();
  if (home.length > 1 && scrubbed.includes(home)) throw new Error(`the recording names ${home}`);
  return scrubbed;
}

/** A log without V8's and Node's own code that no tick names and that never moved, most of a short program's. */
function withoutUnused(text: string): string {
  const used = [...text.matchAll(/^(?:tick|code-move|heatline-gc),.*$/gm)].flatMap(
    ([line]) => line.match(/0x[0-9a-f]+/g) ?? [],
  );
  const addresses = [...new Set(used)].map(Number);
  const left = new Set<string>();
  const code = /^code-creation,\w+,\d+,\d+,(0x[0-9a-f]+),(\d+),.*\n/gm;
  const shown = text.replace(/^(?:map-create|map-details|new|delete),.*\n/gm, '');
  const kept = shown.replace(code, (line: string, from: string, size: string) => {
    // Baseline code is counted.
    const mayGo =
      /^code-creation,(Builtin|BytecodeHandler),/.test(line) || (line.includes(' node:') && line.endsWith(',~\n'));
    const isUsed = addresses.some((address) => address >= Number(from) && address <= Number(from) + Number(size));
    if (!mayGo || isUsed) return line;
    left.add(from);
    return '';
  });
  return kept.replace(/^code-source-info,(0x[0-9a-f]+),.*\n/gm, (line: string, at: string) =>
    left.has(at) ? '' : line,
  );
}

async function buildBundle(): Promise<void> {
  const folder = path.join(project, 'test/golden/programs/bundle');
  await build({
    entryPoints: [path.join(folder, 'src/main.ts')],
    outfile: path.join(folder, 'built/main.js'),
    bundle: true,
    minify: true,
    sourcemap: true,
    platform: 'node',
    target: 'node20',
  });
}

await buildBundle();
const wanted = process.argv.slice(2);
const isWanted = ({ name }: Kept): boolean => wanted.length === 0 || wanted.some((begin) => name.startsWith(begin));
await withScratch(async (folder) => {
  for (const kept of [...cases, ...whyCases, ...causeCases].filter(isWanted)) await recordKept(kept, folder);
});
