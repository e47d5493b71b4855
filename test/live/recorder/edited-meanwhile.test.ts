import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { analyze } from '../../../src/analysis/analyze.ts';
import { startRecording } from '../../../src/recorder/index.ts';
import { hottestLine, linesOf, samplesOf } from '../../support/figures.ts';
import { partsTaken } from '../../support/journals.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { describeOnNodes } from '../../support/recording.ts';

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

describeOnNodes('a file that is edited while it runs', outerNodeMajors, (bench) => {
  for (const [how, edit] of Object.entries(edits))
    it(`keeps the lines that it had, with a text that is ${how}`, async () => {
      const text = programOf(`enough-${how}`);
      const program = await bench.write('edited.js', text);
      const session = await startRecording(bench.options(program));
      await partsTaken(session.folder);
      await writeFile(program, edit(text));
      await bench.write(`enough-${how}`, '');
      const analysis = await analyze((await session.finished).recording ?? '');
      assert.ok(samplesOf(analysis, 'turn') > 0);
      // On a busy machine it may be edited before it was read: then it has no lines, and never those of another text.
      const isRead = linesOf(analysis, 'edited.js').length > 0;
      if (isRead) assert.equal(hottestLine(analysis, 'edited.js'), 'edited.js:4');
    });
});
