import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import { Precision } from '../../../src/core/index.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { useBench } from '../../support/recording.ts';

const HOT = 5;
/** Rounds of 20 ms for 5 s, the hot loop in one line. */
const programOf = (type: string): string => `// A server that is edited while it runs.
const end${type} = Date.now() + 5000;
function turn() {
  const until${type} = Date.now() + 20;
  let x${type} = 0; while (Date.now() < until) for (let i = 0; i < 1000; i++) x += Math.sqrt(x + i);
  if (Date.now() < end) setTimeout(turn, 1);
  return x;
}
turn();
`;
/** When it is edited: samples have been taken out of it once. */
const EDITED_AFTER = 3500;
const edits = {
  longer: (text: string): string => text.replace('// A server', '// A line more\n\n// A server'),
  'as long': (text: string): string => text.replace('function turn() {\n', '\nfunction turn() {'),
};

for (const major of outerNodeMajors) {
  describe(`a file that is edited while it runs, on Node ${major}`, function () {
    this.timeout(60_000);
    const bench = useBench(major);

    for (const [how, edit] of Object.entries(edits))
      it(`keeps the lines that it had, with a text that is ${how}`, async () => {
        const text = programOf('');
        const program = await bench.write('edited.js', text);
        const session = await startRecording(bench.options(program));
        await sleep(EDITED_AFTER);
        await writeFile(program, edit(text));
        const { recording = '' } = await session.finished;
        const { lines, sources, quality, diagnostics } = await analyze(recording);
        const row = lines.selfTime.indexOf(Math.max(...lines.selfTime));
        assert.deepEqual([sources[lines.source[row]].path, lines.line[row]], [program, HOT]);
        assert.ok(lines.selfTime[row] > 0.8 * quality.activeTime);
        assert.notEqual(lines.precision[row], Precision.function);
        assert.ok(!diagnostics.some(({ code }) => code === 'source-map-unknown'));
      });
  });
}
