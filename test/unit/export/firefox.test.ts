import assert from 'node:assert/strict';
import { analyze, analyzeStacks } from '../../../src/analysis/analyze.ts';
import { type Analysis, Category } from '../../../src/core/index.ts';
import { formatFirefox } from '../../../src/export/firefox.ts';
import { project } from '../../golden/programs.ts';
import { nestedProfile } from '../../support/threaded-recording.ts';
import { smallProfile } from '../readers/cpuprofile/small-profile.ts';
import { withFile } from '../readers/cpuprofile/read-bytes.ts';

/** Own functions with more than half a millisecond, as name, first line and self time in ms. */
const functionsOf = ({ functions }: Analysis): string[] =>
  [...functions.name.keys()]
    .filter((row) => functions.category[row] === Category.own && functions.selfTime[row] >= 500)
    .map((row) => `${functions.name[row]}:${functions.line[row]} ${(functions.selfTime[row] / 1000).toFixed(1)}`)
    .sort();

/** Lines of own code that have at least so much of the time, the hottest first. */
const hotLines = ({ lines, functions, quality }: Analysis, share: number): string[] =>
  [...lines.line.keys()]
    .filter((row) => functions.category[lines.function[row]] === Category.own)
    .filter((row) => lines.selfTime[row] > share * quality.activeTime)
    .sort((a, b) => lines.selfTime[b] - lines.selfTime[a])
    .map((row) => `${functions.name[lines.function[row]]}:${lines.line[row]}`);

describe('an analysis in the format of Firefox Profiler', () => {
  for (const name of ['async-node24.cpuprofile', 'server-node26.cpuprofile'])
    it(`is read again as what it was: ${name}`, async () => {
      const mapped = await analyzeStacks(`${project}/test/golden/recordings/${name}.gz`, { marks: 'ignored' });
      const again = await withFile([...formatFirefox(mapped)].join(''), (file) => analyze(file));
      const { analysis } = mapped;
      assert.deepEqual(functionsOf(again), functionsOf(analysis));
      assert.equal(again.quality.valueName, analysis.quality.valueName);
      assert.ok(Math.abs(again.quality.activeTime - analysis.quality.activeTime) < 10);
      // The lines of a function are dealt evenly to its samples, whose weights differ.
      const [line] = hotLines(analysis, 0);
      assert.ok(hotLines(again, 0).slice(0, 3).includes(line), line);
    });

  it('has a thread for each of the recording', async () => {
    const samples = smallProfile();
    const threads = [
      { name: 'main.js', samples, startUs: 5_000_000 },
      { name: 'worker 1', samples, startUs: 5_010_000, parent: 1, workerId: 1 },
      { name: 'child.js', samples, startUs: 5_020_000, kind: 'process' as const, pid: 311 },
    ];
    const again = await withFile(JSON.stringify(nestedProfile(threads)), async (file) =>
      withFile([...formatFirefox(await analyzeStacks(file))].join(''), (written) => analyze(written)),
    );
    assert.deepEqual(
      again.threads.map(({ kind, name }) => `${kind} ${name.replace(/ \(.*/, '')}`),
      ['main main.js', 'process child.js', 'worker worker 1'],
    );
  });
});
