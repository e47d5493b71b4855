// Records the golden programs on every Node version: `npm run build && npx tsx test/golden/record.ts [name…]`.
// Afterwards `UPDATE=1 npm test -- golden` writes the snapshots; look at what changed before committing.
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { startRecording } from '../../src/recorder/index.ts';
import { cacheFolder, nodeBinary } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';
import { cases, placeholder, project, type GoldenCase } from './programs.ts';

const LARGEST = 200_000;

async function record(golden: GoldenCase, folder: string): Promise<void> {
  const { program, major } = golden;
  const output = path.join(folder, `${golden.name}.cpuprofile`);
  const session = await startRecording({
    program: path.join(project, program.program),
    args: program.args ?? [],
    cwd: project,
    env: { PATH: process.env.PATH },
    runtimeExecutable: await nodeBinary(major),
    interval: program.interval,
    sampler: golden.sampler,
    output,
    stdio: 'inherit',
    bootloader: path.join(project, 'dist', 'bootloader.cjs'),
  });
  const { recording, diagnostics } = await session.finished;
  if (recording === undefined) throw new Error(`${golden.name}: ${JSON.stringify(diagnostics)}`);
  const packed = gzipSync(withoutPlaces(await readFile(recording, 'utf8')), { level: 9 });
  if (packed.length > LARGEST) throw new Error(`${golden.name} has ${packed.length} bytes; take a longer interval`);
  await writeFile(golden.recording, packed);
  console.log(`${golden.name}: ${packed.length} bytes`);
}

/**
 * The recording without this machine's paths, and a log without the source text of Node itself, which would be most of
 * it; the lines of Node's own functions are then unknown.
 */
function withoutPlaces(text: string): string {
  const scrubbed = text
    .replace(/^script-source,\d+,node:.*\n/gm, '')
    .replaceAll(project, placeholder)
    .replaceAll(cacheFolder, '/cache');
  const home = os.homedir();
  if (home.length > 1 && scrubbed.includes(home)) throw new Error(`the recording names ${home}`);
  return scrubbed;
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
await withScratch(async (folder) => {
  for (const golden of cases) {
    if (wanted.length === 0 || wanted.some((name) => golden.name.startsWith(name))) await record(golden, folder);
  }
});
