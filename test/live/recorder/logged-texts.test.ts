import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { analyze } from '../../../src/analysis/analyze.ts';
import { Precision } from '../../../src/core/index.ts';
import type { RecordedScript } from '../../../src/recording/index.ts';
import { FileTexts } from '../../../src/recorder/file-texts.ts';
import type { InspectorConnection } from '../../../src/recorder/inspector-connection.ts';
import { LoggedTexts } from '../../../src/recorder/logged-texts.ts';
import { encodeMappings } from '../../support/encode-mappings.ts';
import { nodeMajors } from '../../support/nodes.ts';
import { BUSY, record, useBench } from '../../support/recording.ts';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
/** A module whose line 4 is hot as long as it says, in milliseconds. */
const hotModule = (ms: number): string => `// a module
exports.hot = function hot() {
  const end = Date.now() + ${ms};
  let x = 0; while (Date.now() < end) for (let i = 0; i < 1e5; i++) x += Math.sqrt(i);
  return x;
};
`;

for (const major of nodeMajors) {
  describe(`the texts behind a V8 log of Node ${major}`, () => {
    const bench = useBench(major);

    interface Told {
      readonly log: string;
      readonly scripts: readonly RecordedScript[];
      /** `file:line` of the line with the most time, and `file:name` of such a function. */
      readonly hottest: string;
      readonly hottestFunction: string;
      /** `file:line` of all lines with time. */
      readonly lines: readonly string[];
      readonly findings: readonly string[];
    }
    async function recordLog(name: string, code: string, files: Readonly<Record<string, string>> = {}): Promise<Told> {
      for (const [file, text] of Object.entries(files)) await bench.write(file, text);
      const program = await bench.write(`${name}.js`, code);
      const { outcome, stderr } = await record(bench.options(program, { sampler: 'v8log' }));
      assert.ok(outcome.recording, `${stderr.toString()} ${JSON.stringify(outcome)}`);
      const log = await readFile(outcome.recording, 'utf8');
      const facts = log.trimEnd().split('\n').at(-1) ?? '';
      const analysis = await analyze(outcome.recording);
      const { lines, functions, sources } = analysis;
      const hot = indexOfLargest(lines.selfTime);
      // Functions without a file are idle time and the like.
      const hotFunction = indexOfLargest(functions.selfTime.map((time, i) => (functions.source[i] < 0 ? 0 : time)));
      const nameOf = (source: number): string => (source < 0 ? '?' : path.basename(sources[source].path));
      const lineAt = (row: number): string => `${nameOf(lines.source[row])}:${lines.line[row]}`;
      return {
        log,
        scripts: (JSON.parse(facts.slice('heatline,'.length)) as { scripts: RecordedScript[] }).scripts,
        hottest: hot < 0 || lines.precision[hot] === Precision.function ? 'none' : lineAt(hot),
        hottestFunction: `${nameOf(functions.source[hotFunction])}:${functions.name[hotFunction]}`,
        lines: Array.from(lines.line, (_, i) => lineAt(i)),
        findings: analysis.diagnostics.map(({ code: found }) => found),
      };
    }
    const indexOfLargest = (times: ArrayLike<number>): number =>
      Array.from(times).reduce((best, time, i) => (time > (times[best] ?? 0) ? i : best), -1);
    const noteOf = ({ scripts }: Told, name: string): RecordedScript | undefined =>
      scripts.find(({ url }) => url.endsWith(name));

    it('come from files: the log and the recording hold none', async () => {
      const module = `\uFEFF${hotModule(300)}`;
      const told = await recordLog('plain', "require('./plain-hot.js').hot();", { 'plain-hot.js': module });
      assert.equal(told.hottest, 'plain-hot.js:4');
      assert.ok(!told.log.includes('a module') && !told.log.includes('script-source'), 'no text in the log');
      const note = noteOf(told, 'plain-hot.js');
      assert.deepEqual([note?.contentHash, note?.source], [sha(module), undefined]);
    });

    it('come from the program where a loader made them, and are not lines of the file without a map', async () => {
      const hook = `require.extensions['.js'] = (module, file) => module._compile('/* made\\n\\n\\n */' +
        require('fs').readFileSync(file, 'utf8'), file);`;
      const made = await recordLog('made', `${hook} require('./made-hot.js').hot();`, {
        'made-hot.js': hotModule(300),
      });
      assert.ok(noteOf(made, 'made-hot.js')?.source?.startsWith('/* made'));
      assert.ok(!made.hottest.startsWith('made-hot.js'), made.hottest);
      assert.equal(made.hottestFunction, 'made-hot.js:hot');
      assert.ok(made.findings.includes('source-map-unknown'));
    });

    it('are those that ran, though the file was changed meanwhile', async () => {
      const edit = (file: string): string =>
        `require('fs').writeFileSync(require.resolve(${file}), '\\n\\n// other\\n');`;
      // At once, and long after it was read.
      const soon = await recordLog('soon', `const m = require('./soon-hot.js'); ${edit("'./soon-hot.js'")} m.hot();`, {
        'soon-hot.js': hotModule(300),
      });
      assert.ok(noteOf(soon, 'soon-hot.js')?.source?.startsWith('// a module'));
      assert.ok(!soon.hottest.startsWith('soon-hot.js'), soon.hottest);
      const late = await recordLog(
        'late',
        `const m = require('./late-hot.js'); m.hot(); ${edit("'./late-hot.js'")} m.hot();`,
        {
          'late-hot.js': hotModule(1600),
        },
      );
      assert.equal(late.hottest, 'late-hot.js:4');
      assert.equal(noteOf(late, 'late-hot.js')?.contentHash, sha(hotModule(1600)));
    });

    it('and names come from the program for evaluated code that has a sourceURL', async () => {
      const code = `${BUSY.trimEnd()}\nbusy(300);\n//# sourceURL=webpack://app/./src/hot.js`;
      const told = await recordLog('evaluated', `eval(${JSON.stringify(code)});`);
      assert.equal(told.hottest, 'hot.js:1');
      assert.equal(noteOf(told, 'src/hot.js')?.source, code);
    });

    it('bring the maps that are inside of evaluated code, as of webpack’s eval-source-map', async () => {
      // Each line of the module comes from the line ten further down.
      const lines = hotModule(300).split('\n');
      const map = {
        version: 3,
        sources: ['webpack://app/./src/original.ts'],
        sourcesContent: ['\n'.repeat(10) + lines.join('\n')],
        names: [],
        mappings: encodeMappings(lines.map((_, i) => [[0, 0, i + 10, 0]])),
      };
      const url = `data:application/json;charset=utf-8;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
      const code = `${hotModule(300)}exports.hot();\n//# sourceMappingURL=${url}\n//# sourceURL=webpack-internal:///./src/original.ts\n`;
      const told = await recordLog('mapped', `eval(${JSON.stringify(code)});`);
      assert.equal(told.hottest, 'original.ts:14');
    });

    it('are unknown, and so are lines, where a program that made them aborts', async () => {
      // Too short to be asked for while it runs.
      const text = `${hotModule(30)}exports.hot(); process.abort();`;
      const code = `new (require('vm').Script)(${JSON.stringify(text)}, { filename: 'made-up.js' }).runInThisContext();`;
      const told = await recordLog('aborted', `globalThis.exports = {}; ${code}`);
      assert.equal(told.hottestFunction, 'made-up.js:hot');
      // V8 itself says where functions begin.
      assert.deepEqual(
        told.lines.filter((line) => /^made-up.js:(?!1$|2$)/.test(line)),
        [],
      );
      assert.equal(noteOf(told, 'made-up.js'), undefined);
      assert.ok(noteOf(told, 'aborted.js')?.lines, 'the file is known all the same');
    });
  });
}
