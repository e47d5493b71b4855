import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import { Precision } from '../../../src/core/index.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { hottestLine, linesOf } from '../../support/figures.ts';
import { partsTaken } from '../../support/journals.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { useBench } from '../../support/recording.ts';

/** The hot loop in line 4, until there is a file of this name. */
const programOf = (file: string): string => `// A server that is edited while it runs.
const { existsSync } = require('fs');
function turn() {
  let x = 0; for (let i = 0; i < 2e6; i++) x += Math.sqrt(x + i);
  if (!existsSync('${file}')) setTimeout(turn, 1);
  return x;
}
turn();
`;
const edits = {
  longer: (text: string): string => text.replace('// A server', '// A line more\n\n// A server'),
  'as long': (text: string): string => text.replace('function turn() {\n', '\nfunction turn() {'),
};

for (const major of outerNodeMajors) {
  describe(`a file that is edited while it runs, on Node ${major}`, () => {
    const bench = useBench(major);

    for (const [how, edit] of Object.entries(edits))
      it(`keeps the lines that it had, with a text that is ${how}`, async () => {
        const text = programOf(`enough-${how}`);
        const program = await bench.write('edited.js', text);
        const session = await startRecording(bench.options(program));
        await partsTaken(session.folder);
        await writeFile(program, edit(text));
        await bench.write(`enough-${how}`, '');
        const analysis = await analyze((await session.finished).recording ?? '');
        assert.equal(hottestLine(analysis), 'edited.js:4');
        const [row] = linesOf(analysis);
        assert.notEqual(analysis.lines.precision[row], Precision.function);
        assert.ok(!analysis.diagnostics.some(({ code }) => code === 'source-map-unknown'));
      });
  });
}
