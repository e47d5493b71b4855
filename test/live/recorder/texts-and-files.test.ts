import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { transformSync } from 'esbuild';
import ts from 'typescript';
import { sourceLines } from '../../../src/cli/report-view.ts';
import { type Analysis, Precision } from '../../../src/core/index.ts';
import { encodeMappings } from '../../support/encode-mappings.ts';
import { hottestLine, linesOf, samplesOf } from '../../support/figures.ts';
import { bySampler } from '../../support/it-where.ts';
import { partsTaken } from '../../support/journals.ts';
import { nodeMajors, outerNodeMajors } from '../../support/nodes.ts';
import { assertRecorded, type Bench, BUSY, describeOnNodes, exit, finish } from '../../support/recording.ts';
import { codesOf } from '../../support/told.ts';

const HOT = `// one
// two
// three
function hot() { let x = 0;
  for (let i = 0; i < 3e7; i++) x += Math.sqrt(x + i);
  return x; }
module.exports = hot;
`;
/** A loader that leaves comments out, and names no map. */
const LOADER = `${BUSY}const fs = require('fs');
require.extensions['.js'] = (module, file) => module._compile(fs.readFileSync(file, 'utf8').replace(/^\\/\\/.*\\n/gm, ''), file);
untilSampled(require('./hot.js'));
`;
/** The lines of the file where lines are known, the hottest first. */
const knownLines = (analysis: Analysis): number[] =>
  linesOf(analysis, 'hot.js')
    .filter((row) => analysis.lines.precision[row] !== Precision.function)
    .map((row) => analysis.lines.line[row]);

describeOnNodes('a file that ran with another text', outerNodeMajors, (bench) => {
  bySampler()('has no lines where no map tells them', async (sampler) => {
    await bench.write('hot.js', HOT);
    const analysis = await (await bench.record(LOADER, { sampler })).analyze();
    assert.ok(samplesOf(analysis, 'hot') > 0);
    assert.deepEqual(knownLines(analysis), []);
    const found = analysis.diagnostics.filter(({ code }) => code === 'source-map-unknown');
    assert.ok(
      found.some(({ file }) => file?.endsWith('hot.js')),
      JSON.stringify(analysis.diagnostics),
    );
  });

  bySampler()('has them where it is the file’s', async (sampler) => {
    await bench.write('hot.js', `#!/usr/bin/env node\n${HOT}`);
    const analysis = await (await bench.record(`${BUSY}untilSampled(require('./hot.js'));`, { sampler })).analyze();
    assert.equal(knownLines(analysis)[0], 6);
  });

  bySampler()('has those of its map where it was evaluated under its path, as Vite does', async (sampler) => {
    const original = await bench.write('evaluated.ts', `// one\n// two\n${HOT}`);
    const mappings = encodeMappings(HOT.split('\n').map((_, i) => [[0, 0, i + 2, 0]]));
    const map = btoa(JSON.stringify({ version: 3, sources: [original], names: [], mappings }));
    const code = `${HOT.replace('module.exports = ', '')}hot();\n//# sourceURL=${original}\n//# sourceMappingURL=data:application/json;base64,${map}`;
    const text = `${BUSY}untilSampled(() => (0, eval)(${JSON.stringify(code)}));`;
    const analysis = await (await bench.record(text, { sampler })).analyze();
    assert.equal(hottestLine(analysis, 'evaluated.ts'), 'evaluated.ts:7');
  });
});

/** The hot loop in line 4, until there is a file of this name. */
const editedUntil = (file: string): string => `// A server that is edited while it runs.
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
      const text = editedUntil(`enough-${how}`);
      const session = await bench.start(text, { name: 'edited.js' });
      await partsTaken(session.folder);
      await bench.write('edited.js', edit(text));
      await bench.write(`enough-${how}`, '');
      const analysis = await (await finish(session)).analyze();
      assert.ok(samplesOf(analysis, 'turn') > 0);
      // On a busy machine it may be edited before it was read: then it has no lines, and never those of another text.
      const isRead = linesOf(analysis, 'edited.js').length > 0;
      if (isRead) assert.equal(hottestLine(analysis, 'edited.js'), 'edited.js:4');
    });
});

/** The hot loop in line 6. */
const BUILT = `interface Point {
  x: number;
}

function burn(point: Point): number {
  for (let i = 0; i < 2e8; i++) point.x += Math.sqrt(point.x + i);
  return point.x;
}
console.log(burn({ x: 1 }));
`;

/** Writes what `tsc --sourceMap` makes of it, whose map has no text; the program's text. */
async function built(bench: Bench, text: string): Promise<string> {
  const compilerOptions = { sourceMap: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  const { outputText, sourceMapText = '' } = ts.transpileModule(text, { fileName: 'app.ts', compilerOptions });
  await bench.write('app.ts', text);
  await bench.write('app.js.map', sourceMapText);
  await bench.write('app.js', outputText);
  return outputText;
}

describeOnNodes('a program that is built again after its recording', outerNodeMajors, (bench) => {
  bySampler()('keeps the original lines that it had', async (sampler) => {
    const { analyze } = await bench.record(await built(bench, BUILT), { name: 'app.js', sampler });
    await built(bench, `// A line more.\n\n${BUILT.replace('2e8', '1e8')}`);
    const analysis = await analyze();
    assert.equal(hottestLine(analysis), 'app.ts:6');
    // What the original was is known, too.
    const codes = codesOf(analysis.diagnostics).filter((code) => code?.startsWith('source'));
    assert.deepEqual(codes, ['source-changed']);
    for (const name of ['app.ts', 'app.js', 'app.js.map']) await rm(path.join(bench.folder, name));
    assert.equal(hottestLine(await analyze()), 'app.ts:6');
  });
});

/** The hot line is the sixth of an editor; JavaScript counts four more. */
const SEPARATED = `const text: string = 'a\u2028b\u2029c';
/* \u2028 */
function hot(end: number): number {
  let sum = 0; // \u2029
while (sum < end)
    for (let i = 0; i < 2e5; i++) sum += Math.sqrt(sum + i) > 0 ? 1 : 0;
  return sum;
}
untilSampled(() => console.log(hot(2e8) & text.length));
`;

describeOnNodes('a program with U+2028 in it', outerNodeMajors, (bench) => {
  bySampler()('has its heat on an editor’s line, of the file or of its original', async (sampler) => {
    await bench.write('plain.js', SEPARATED.replaceAll(/: (string|number)(?= =|\)| \{)/g, ''));
    await bench.write('original.ts', SEPARATED);
    const { code } = transformSync(SEPARATED, { loader: 'ts', sourcemap: 'inline', sourcefile: 'original.ts' });
    await bench.write('built.js', code);
    const text = `${BUSY}Object.assign(globalThis, { untilSampled }); require('./plain.js'); require('./built.js');`;
    const analysis = await (await bench.record(text, { sampler })).analyze();
    const { lines, sources } = analysis;
    for (const file of ['plain.js', 'original.ts']) {
      const [row] = linesOf(analysis, file);
      const shown = sourceLines()(sources[lines.source[row]], lines.line[row])?.trim();
      assert.deepEqual([lines.line[row], shown], [6, SEPARATED.split('\n')[5].trim()], file);
    }
  });
});

const NAMES = ['naïve', '計算', 'a, b', 'GET /a b:1:2', '0x1,0x2', 'x\ny', '\n\nz\n'];
const NAMED = `${BUSY}const handlers = {
${NAMES.map((name) => `  ${JSON.stringify(name)}(n) { let sum = 0; for (let i = 0; i < n; i++) sum += Math.sqrt(sum + i); return sum; },`).join('\n')}
};
for (const name in handlers) untilSampled(() => handlers[name](1e7));
`;

describeOnNodes('functions with odd names', nodeMajors, (bench) => {
  bySampler()('are shown by them, with their time on their lines', async (sampler) => {
    const analysis = await (await bench.record(NAMED, { name: 'größe, ä.js', sampler })).analyze();
    const { functions, lines, sources } = analysis;
    for (const [i, name] of NAMES.entries()) {
      const fn = functions.name.indexOf(name);
      assert.ok(fn >= 0, `${name} among ${functions.name.join(' | ')}`);
      assert.equal(sources[functions.source[fn]].path, path.join(bench.folder, 'größe, ä.js'));
      assert.equal(functions.line[fn], i + 3);
      assert.ok(lines.selfSamples[lines.line.indexOf(i + 3)] > 0, name);
    }
    assert.match(hottestLine(analysis), /^größe, ä\.js:[3-9]$/);
  });

  it('are those of a folder in which a program has module hooks, which run in a thread of their own', async () => {
    const text = `import { register } from 'node:module';\nregister('data:text/javascript,');\nconsole.log('done');`;
    const output = path.join(bench.folder, 'größe', 'out.cpuprofile');
    await assertRecorded(await bench.record(text, { name: 'hooks.mjs', output }), {
      stdout: 'done\n',
      ending: exit(0),
    });
  });
});
