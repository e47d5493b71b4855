import { strict as assert } from 'node:assert';
import { readExpected } from '../accuracy/expected.ts';
import { figuresOf, worseFigures } from '../accuracy/figures.ts';
import { judgeTruth, ledgerOf, reportsOf, type TruthVerdict } from '../accuracy/judge-all.ts';
import { useScratch } from '../support/scratch.ts';

const HINT = 'If the change is meant: npm run accuracy -- accept, and look at the difference before committing it';

describe('recorded truth', () => {
  const scratch = useScratch();
  let verdict: TruthVerdict;
  before(async () => {
    verdict = await judgeTruth(scratch());
  });

  it('is told no worse than before', async () => {
    const { figures } = await readExpected();
    assert.deepEqual(worseFigures(figures, figuresOf(verdict.judged)), []);
  });

  it('is told as before, run by run', async () => {
    const { ledger } = await readExpected();
    assert.equal(ledgerOf(verdict), ledger, HINT);
  });

  it('is told as the documents say', async () => {
    const { reports } = await readExpected();
    for (const [name, { tables }] of Object.entries(reportsOf(verdict.judged)))
      assert.deepEqual(tables, reports[name].tables, `${name}. ${HINT}`);
  });
});
