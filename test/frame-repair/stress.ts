// Runs real programs under both samplers at 50 and 100 µs with the frame repair, in turn and on all Nodes, until a million
// samples were taken, and compares what they print and how they end with a run without anything.
// `npm run stress:frame-repair` (an hour; ends after `--minutes 60` at the latest); `--samples 100000`. webpack is installed
// from npm into `~/.cache/heatline` on first use.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { OwnSamplerName } from '../../src/recording/index.ts';
import { sharedBootloader } from '../support/bootloader.ts';
import { repository as project } from '../support/build.ts';
import { installedPackages } from '../support/installed-packages.ts';
import { cacheFolder, nodeBinary, type NodeMajor, nodeMajors } from '../support/nodes.ts';
import { record } from '../support/recording.ts';
import { makeScratch, removeScratch } from '../support/scratch.ts';

const { values } = parseArgs({
  options: {
    samples: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '60' },
  },
});
const modules = path.join(project, 'node_modules');

const folder = await makeScratch();
const local = (name: string): string => path.join(import.meta.dirname, name);
const eslint = path.join(modules, 'eslint');

const programs: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  tsc: [path.join(modules, 'typescript/bin/tsc'), '--noEmit', '-p', path.join(project, 'src/extension')],
  prettier: [path.join(modules, 'prettier/bin/prettier.cjs'), '--check', path.join(project, 'src')],
  eslint: [path.join(eslint, 'bin/eslint.js'), path.join(project, 'src/core')],
  webpack: [
    local('webpack-program.cjs'),
    // Pinned, so that its output is the same everywhere.
    path.join(await installedPackages(path.join(cacheFolder, 'stress'), ['webpack@5.112.2']), 'webpack'),
    path.join(eslint, 'lib/linter/linter.js'),
    path.join(folder, 'webpack'),
  ],
  server: [local('server-program.cjs')],
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

async function runRecorded(
  node: string,
  [program, ...args]: readonly string[],
  { sampler, interval }: { readonly sampler: OwnSamplerName; readonly interval: number },
) {
  const output = path.join(folder, 'recording.cpuprofile');
  const recorded = await record({
    ...{ program, args, cwd: project, env: process.env, runtimeExecutable: node, interval, sampler, output },
    ...{ stdio: 'pipe', bootloader: await sharedBootloader() },
  });
  const { ending, recording } = recorded.outcome;
  const ended: Ended = { code: ending.kind === 'exit' ? ending.code : ending.kind, output: recorded.stdout };
  return { ...ended, frameRepair: recording === undefined ? undefined : (await recorded.analyze()).facts.frameRepair };
}

/** What a program prints and how it ends, without anything; asked for once. */
const plainly = new Map<string, Ended>();
async function endedPlainly(major: NodeMajor, node: string, name: string): Promise<Ended> {
  const key = `${major} ${name}`;
  const known = plainly.get(key);
  if (known) return known;
  await runPlainly(node, programs[name]); // tools that keep what they found out answer otherwise the first time
  const ended = await runPlainly(node, programs[name]);
  plainly.set(key, ended);
  return ended;
}

const counts = { signals: 0, mended: 0, runs: 0, different: 0, notRepaired: 0 };

async function tryOnce(major: NodeMajor, name: string, sampler: OwnSamplerName, interval: number): Promise<void> {
  const node = await nodeBinary(major);
  const plain = await endedPlainly(major, node, name);
  const { code, output, frameRepair } = await runRecorded(node, programs[name], { sampler, interval });
  const isSame = code === plain.code && output === plain.output;
  counts.runs++;
  if (!isSame) counts.different++;
  if (frameRepair?.state === 'on') {
    counts.signals += frameRepair.samples;
    counts.mended += frameRepair.mended;
  } else counts.notRepaired++;
  console.log(
    `${isSame ? 'same     ' : 'DIFFERENT'} Node ${major} ${name} ${sampler} ${interval} µs: code ${String(code)} (${String(plain.code)}), ${JSON.stringify(frameRepair)}`,
  );
}

const deadline = performance.now() + Number(values.minutes) * 60_000;
const isLate = (): boolean => performance.now() > deadline;
try {
  // At least one round of all.
  for (let round = 0; counts.signals < Number(values.samples) && !isLate(); round++)
    for (const name of Object.keys(programs))
      for (const major of nodeMajors)
        for (const sampler of ['v8log', 'inspector'] as const)
          if (!isLate()) await tryOnce(major, name, sampler, round % 2 === 0 ? 50 : 100);
} finally {
  await removeScratch(folder);
}
const { runs, signals, mended, different, notRepaired } = counts;
console.log(
  `${runs} runs, ${signals} samples, ${mended} of them mended; ${different} runs differ, ${notRepaired} were not repaired`,
);
process.exitCode = different + notRepaired === 0 ? 0 : 1;
