// Records the programs with known causes, from V8's log: `npm run build && npx tsx test/golden/record-why.ts [name…]`.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { startRecording } from '../../src/recorder/index.ts';
import { cacheFolder, nodeBinary } from '../support/nodes.ts';
import { project, placeholder } from './programs.ts';
import { whyCases } from './why-cases.ts';

/** V8's and Node's own code that no tick names and that never moved: most of a short program's log. */
function withoutUnused(text: string): string {
  const used = [...text.matchAll(/^(?:tick|code-move),.*$/gm)].flatMap(([line]) => line.match(/0x[0-9a-f]+/g) ?? []);
  const addresses = [...new Set(used)].map(Number);
  const left = new Set<string>();
  const code = /^code-creation,\w+,\d+,\d+,(0x[0-9a-f]+),(\d+),.*\n/gm;
  const kept = text.replace(code, (line: string, from: string, size: string) => {
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

const folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-why-'));
const wanted = process.argv.slice(2);
try {
  for (const { name, program, major, recording } of whyCases) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const session = await startRecording({
      ...{
        program,
        args: [],
        cwd: project,
        env: { PATH: process.env.PATH },
        runtimeExecutable: await nodeBinary(major),
      },
      ...{
        interval: 1000,
        sampler: 'v8log',
        stdio: 'inherit',
        output: path.join(folder, `${name}-${major}.cpuprofile`),
      },
      bootloader: path.join(project, 'dist', 'bootloader.cjs'),
    });
    const { recording: file, diagnostics } = await session.finished;
    if (file === undefined) throw new Error(`${name}: ${JSON.stringify(diagnostics)}`);
    const text = withoutUnused(await readFile(file, 'utf8'));
    const scrubbed = text.replaceAll(project, placeholder).replaceAll(cacheFolder, '/cache');
    if (scrubbed.includes(os.homedir())) throw new Error(`the recording names ${os.homedir()}`);
    const packed = gzipSync(scrubbed, { level: 9 });
    await writeFile(recording, packed);
    console.log(`${path.basename(recording)}: ${packed.length} bytes`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
