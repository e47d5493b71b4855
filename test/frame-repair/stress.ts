// Runs real programs under both samplers at 100 µs with the frame repair, and compares what they print and how they end
// with a run without anything. `npm run stress:frame-repair` (some minutes); `--node 24`, `--program tsc`, `--rounds 3`.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startRecording } from '../../src/recorder/index.ts';
import type { FrameRepairFacts, SamplerName } from '../../src/recording/index.ts';
import { bundleBootloader } from '../support/bootloader.ts';
import { nodeBinary, nodeMajors } from '../support/nodes.ts';

const { values } = parseArgs({
  options: {
    node: { type: 'string' },
    program: { type: 'string' },
    sampler: { type: 'string' },
    rounds: { type: 'string', default: '1' },
  },
});
const isWanted = (list: string | undefined, name: string): boolean =>
  list === undefined || list.split(',').includes(name);
const project = path.join(import.meta.dirname, '../..');
const modules = path.join(project, 'node_modules');

const programs: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  tsc: [path.join(modules, 'typescript/bin/tsc'), '--noEmit', '-p', path.join(project, 'src/extension')],
  prettier: [path.join(modules, 'prettier/bin/prettier.cjs'), '--check', path.join(project, 'src')],
  server: [path.join(import.meta.dirname, 'server-program.cjs')],
};

interface Ended {
  readonly code: unknown;
  readonly output: string;
}

function runPlainly(node: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(node, args, { cwd: project, maxBuffer: 1 << 28 }, (error, stdout) =>
      resolve({ code: error ? (error.code ?? error.signal) : 0, output: stdout }),
    );
  });
}

async function runRecorded(node: string, [program, ...args]: readonly string[], sampler: SamplerName, folder: string) {
  const session = await startRecording({
    program,
    args,
    cwd: project,
    env: process.env,
    runtimeExecutable: node,
    interval: 100,
    sampler,
    output: path.join(folder, 'recording.cpuprofile'),
    stdio: 'pipe',
    bootloader: await bundleBootloader(path.join(folder, 'bundle')),
  });
  let output = '';
  session.stdout?.on('data', (chunk) => (output += String(chunk)));
  session.stderr?.resume();
  session.stdin?.end();
  const { recording, ending } = await session.finished;
  const ended: Ended = { code: ending.kind === 'exit' ? ending.code : ending.kind, output };
  return { ...ended, facts: recording === undefined ? undefined : await factsOf(recording) };
}

async function factsOf(recording: string): Promise<FrameRepairFacts | undefined> {
  const text = await readFile(recording, 'utf8');
  const at = Math.max(text.lastIndexOf('"frameRepair":'), 0);
  const json = /^"frameRepair":(\{[^}]*\})/.exec(text.slice(at, at + 500))?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as FrameRepairFacts);
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'heatline-stress-'));
let signals = 0;
let different = 0;
try {
  for (const major of nodeMajors.filter((candidate) => isWanted(values.node, String(candidate)))) {
    const node = await nodeBinary(major);
    for (const [name, command] of Object.entries(programs).filter(([known]) => isWanted(values.program, known))) {
      await runPlainly(node, command); // tools that keep what they found out answer otherwise the first time
      const plain = await runPlainly(node, command);
      for (let round = 0; round < Number(values.rounds); round++) {
        for (const sampler of (['v8log', 'inspector'] as const).filter((known) => isWanted(values.sampler, known))) {
          const { code, output, facts } = await runRecorded(node, command, sampler, folder);
          const isSame = code === plain.code && output === plain.output;
          if (!isSame) different++;
          if (facts?.state === 'on') signals += facts.samples;
          console.log(
            `${isSame ? 'same     ' : 'DIFFERENT'} Node ${major} ${name} ${sampler}: code ${String(code)} (${String(plain.code)}), ${JSON.stringify(facts)}`,
          );
        }
      }
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`${signals} signals, ${different} runs that differ`);
process.exitCode = different === 0 ? 0 : 1;
