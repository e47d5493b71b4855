import assert from 'node:assert/strict';
import { buildStepper, cannotStep, canStep, stepThrough } from '../../../frame-repair/stepping.ts';
import { itWhere } from '../../../support/it-where.ts';
import { nodeBinary, nodeMajors } from '../../../support/nodes.ts';
import { useScratch } from '../../../support/scratch.ts';

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
