import { strict as assert } from 'node:assert';
import { readExpected } from '../accuracy/expected.ts';
import { figuresOf, worseFigures } from '../accuracy/figures.ts';
import { judgeTruth, ledgerOf, reportsOf, type TruthVerdict } from '../accuracy/judge-all.ts';
import { nodeMajors } from '../support/nodes.ts';
import { useScratch } from '../support/scratch.ts';

const HINT = 'If the change is meant: npm run accuracy -- accept, and look at the difference before committing it';

/** The quick part, while one writes: one Node. */
const isFast = process.env.HEATLINE_TEST_FAST !== undefined;
const majors = isFast ? ([26] as const) : nodeMajors;
const isAsked = (line: string): boolean => !isFast || majors.some((major) => line.startsWith(`Node ${major}`));

describe('recorded truth', () => {
  const scratch = useScratch();
  let verdict: TruthVerdict;
  before(async () => {
    verdict = await judgeTruth(scratch(), majors);
  });

  it('is told no worse than before', async () => {
    const { figures } = await readExpected();
    const asked = Object.fromEntries(Object.entries(figures).filter(([name]) => isAsked(name)));
    assert.deepEqual(worseFigures(asked, figuresOf(verdict.judged)), []);
  });

  it('is told as before, run by run', async () => {
    const { ledger } = await readExpected();
    assert.deepEqual(ledgerOf(verdict).split('\n').filter(isAsked), ledger.split('\n').filter(isAsked), HINT);
  });

  if (!isFast)
    it('is told as the documents say', async () => {
      const { reports } = await readExpected();
      for (const [name, { tables }] of Object.entries(reportsOf(verdict.judged)))
        assert.deepEqual(tables, reports[name].tables, `${name}. ${HINT}`);
    });
});
