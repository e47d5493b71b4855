// The proof at length: `npm run prove:frame-repair [-- <steps for each construct>] [-- <path of a Node>…]`, 24 000 steps
// and the pinned Nodes unless said otherwise. Prints what was checked as a table; fails when anything was wrong.
import { execFileSync } from 'node:child_process';
import { nodeBinary, nodeMajors } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';
import { buildStepper, canStep, cannotStep, stepThrough } from './stepping.ts';

if (!canStep) throw new Error(`The proof ${cannotStep}.`);
const [steps = '24000', ...given] = process.argv.slice(2);
const nodes = given.length > 0 ? given : await Promise.all(nodeMajors.map(nodeBinary));
console.log('| V8 | steps | in builtins | statements right | wrong | decisions to mend right | wrong | unknown |');
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
await withScratch(async (folder) => {
  const stepper = await buildStepper(folder);
  for (const node of nodes) {
    const v8 = execFileSync(node, ['-p', 'process.versions.v8'], { encoding: 'utf8' }).trim();
    const proof = await stepThrough(node, stepper, Number(steps));
    const wrongStatements = proof.framelessWrong + proof.framedWrong;
    const wrongDecisions = proof.mendedWrong + proof.prologuesWrong;
    const cells = [
      ...[v8, proof.steps, proof.inBuiltins, proof.framelessRight + proof.framedRight, wrongStatements],
      ...[proof.mendedRight + proof.chainsRight + proof.prologuesRight, wrongDecisions],
      proof.unknownWithFrame + proof.unknownWithoutFrame,
    ];
    console.log(`| ${cells.join(' | ')} |`);
    if (wrongStatements + wrongDecisions > 0) process.exitCode = 1;
  }
});
