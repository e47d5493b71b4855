import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { readRecords } from '../../../../src/readers/time/records-file.ts';
import { sampleRecordsSchema } from '../../../../src/recording/sample-records.ts';
import { buildStepper, cannotStep, canStep, stepThrough } from '../../../frame-repair/stepping.ts';
import { repository as project } from '../../../support/build.ts';
import { itWhere } from '../../../support/it-where.ts';
import { nodeBinary, nodeMajors, type NodeMajor } from '../../../support/nodes.ts';
import { useScratch } from '../../../support/scratch.ts';

const run = promisify(execFile);
const binary = path.join(project, 'src/in-program/frame-repair/prebuilt/linux-x64.node');
const markers = { 20: 34, 22: 34, 24: 36, 26: 16 } as const;
const WORKERS = 30;

interface Outcome {
  readonly sent: number;
  readonly samples: number;
  readonly mended: number;
  readonly workers: number;
}

describe('the frame repair in a storm of signals', () => {
  const scratch = useScratch();
  let storm = '';
  let withoutOpen = '';
  before(async () => {
    storm = scratch('storm.node');
    withoutOpen = scratch('without-open');
    if (!canStep) return;
    const source = (name: string): string => path.join(project, 'test/frame-repair', name);
    await run('gcc', ['-O1', '-fPIC', '-shared', '-pthread', '-o', storm, source('storm.c')]);
    await run('gcc', ['-O1', '-o', withoutOpen, source('without-open.c')]);
  });

  async function runInStorm(major: NodeMajor, workers: number, ...wrapper: string[]): Promise<string> {
    const program = path.join(project, 'test/frame-repair/storm-program.cjs');
    const log = ['--prof', '--no-logfile-per-isolate', `--logfile=${scratch('v8.log')}`];
    const records = scratch(`records-${major}-`);
    const args = [...log, program, binary, String(markers[major]), storm, String(workers), records];
    const [command, ...rest] = [...wrapper, await nodeBinary(major), ...args];
    return (await run(command, rest)).stdout;
  }

  /** The letters of all records that the threads left. Times never go back, or the schema would not take them. */
  async function statesOfRecords(major: NodeMajor): Promise<string> {
    const names = (await readdir(scratch())).filter((name) => name.startsWith(`records-${major}-`));
    const taken = names.map((name) => readRecords(scratch(name)));
    return taken.map((records) => (records ? v.parse(sampleRecordsSchema, records).states : '')).join('');
  }

  itWhere(canStep, cannotStep)('calls nothing of the system that Node itself does not call', async () => {
    assert.match(await runInStorm(24, 3, withoutOpen), /"mended"/);
  });

  for (const major of nodeMajors) {
    itWhere(canStep, cannotStep)(`lets workers be set up and taken down on Node ${major}`, async () => {
      const stdout = await runInStorm(major, WORKERS);
      const outcome = JSON.parse(stdout) as Outcome;
      assert.ok(outcome.samples > 0 && outcome.workers >= WORKERS && outcome.mended > 0, stdout);
      const states = await statesOfRecords(major);
      for (const state of 'RW') assert.ok(states.includes(state), `no signal found a thread in the state ${state}`);
    });
  }
});

const STEPS_FOR_EACH = 2000;

describe('what the frame repair says at each instruction', () => {
  const scratch = useScratch();
  let stepper = '';
  before(async () => {
    if (canStep) stepper = await buildStepper(scratch());
  });

  for (const major of nodeMajors) {
    itWhere(canStep, cannotStep)(`is what happens then on Node ${major}`, async () => {
      const proof = await stepThrough(await nodeBinary(major), stepper, STEPS_FOR_EACH);
      assert.deepEqual(proof.wrong, []);
      assert.equal(proof.framelessWrong + proof.framedWrong + proof.mendedWrong + proof.prologuesWrong, 0);
      assert.ok(proof.mendedRight > 5000, `only ${proof.mendedRight} decisions were met`);
      // What is not known is left alone: it must stay the exception.
      assert.ok(proof.unknownWithoutFrame < proof.framelessRight / 5, `${proof.unknownWithoutFrame} are unknown`);
    });
  }
});
