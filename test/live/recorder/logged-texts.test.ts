import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Precision } from '../../../src/core/index.ts';
import { type RecordOptions, startRecording } from '../../../src/recorder/index.ts';
import type { RecordedScript } from '../../../src/recording/index.ts';
import { linesOf } from '../../support/figures.ts';
import { journalsIn } from '../../support/journals.ts';
import { outerNodeMajors } from '../../support/nodes.ts';
import { BUSY, describeOnNodes, finish, readNotes } from '../../support/recording.ts';
import { until } from '../../support/until.ts';
import { closing } from './closing.ts';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
/** A module whose line 4 is hot. */
const HOT = `// a module
exports.hot = function hot() {
  let x = 0;
  for (let i = 0; i < 1e7; i++) x += Math.sqrt(x + i);
  return x;
};
`;

describeOnNodes('the texts behind a V8 log', outerNodeMajors, (bench) => {
  interface Told {
    readonly log: string;
    readonly scripts: readonly RecordedScript[];
    /** `file:line` of the line with the most samples. */
    readonly hottest: string;
    /** `file:name` of all functions with samples. */
    readonly functions: readonly string[];
    /** `file:line` of all lines with time. */
    readonly lines: readonly string[];
  }
  const write = async (name: string, code: string, files: Readonly<Record<string, string>> = {}): Promise<string> => {
    for (const [file, text] of Object.entries(files)) await bench.write(file, text);
    return bench.write(`${name}.js`, BUSY + code);
  };
  /** `meanwhile`: what is done while it runs, in the folder in which the recording grows. */
  async function recordLog(
    program: string,
    meanwhile?: (folder: string | undefined) => Promise<unknown>,
    more?: Partial<RecordOptions>,
  ): Promise<Told> {
    const session = await startRecording(bench.options(program, { sampler: 'v8log', ...more }));
    await meanwhile?.(session.folder);
    const { file, analyze } = await finish(session);
    const { lines, functions, sources } = await analyze();
    const nameOf = (source: number): string => (source < 0 ? '?' : path.basename(sources[source].path));
    const lineAt = (row: number): string => `${nameOf(lines.source[row])}:${lines.line[row]}`;
    const [hot] = linesOf({ lines, sources });
    return {
      log: await readFile(file, 'utf8'),
      scripts: (await readNotes(file)).sections[0].scripts,
      hottest: lines.precision[hot] === Precision.function ? 'none' : lineAt(hot),
      functions: functions.name
        .map((name, row) => `${nameOf(functions.source[row])}:${name}`)
        .filter((_, row) => functions.selfSamples[row] > 0),
      lines: Array.from(lines.line, (_, i) => lineAt(i)),
    };
  }
  const noteOf = ({ scripts }: Told, name: string): RecordedScript | undefined =>
    scripts.find(({ url }) => url.endsWith(name));

  it('come from files: the log and the recording hold none', async () => {
    const module = `\uFEFF${HOT}`;
    const told = await recordLog(
      await write('plain', "untilSampled(require('./plain-hot.js').hot);", { 'plain-hot.js': module }),
    );
    assert.equal(told.hottest, 'plain-hot.js:4');
    assert.ok(!told.log.includes('a module') && !told.log.includes('script-source'), 'no text in the log');
    const note = noteOf(told, 'plain-hot.js');
    assert.deepEqual([note?.contentHash, note?.source], [sha(module), undefined]);
  });

  const EDITED = '\n\n// other\n';

  it('are those that ran, though the file was changed at once', async () => {
    const code = `const m = require('./soon-hot.js'); require('fs').writeFileSync(require.resolve('./soon-hot.js'), ${JSON.stringify(EDITED)}); untilSampled(m.hot);`;
    const soon = await recordLog(await write('soon', code, { 'soon-hot.js': HOT }));
    assert.ok(noteOf(soon, 'soon-hot.js')?.source?.startsWith('// a module'));
    assert.ok(!soon.hottest.startsWith('soon-hot.js'), soon.hottest);
  });

  it('are those that ran, though the file was changed after it had been read', async () => {
    const code = `const m = require('./late-hot.js'), { existsSync } = require('fs'); while (!existsSync('enough')) m.hot();`;
    const late = await recordLog(await write('late', code, { 'late-hot.js': HOT }), async (folder) => {
      await until('it was read', () => journalsIn(folder).join('').includes(sha(HOT)));
      await bench.write('late-hot.js', EDITED);
      await bench.write('enough', '');
    });
    assert.equal(late.hottest, 'late-hot.js:4');
    assert.equal(noteOf(late, 'late-hot.js')?.contentHash, sha(HOT));
  });

  it('and names come from the program for evaluated code that has a sourceURL', async () => {
    const code = `${BUSY.trimEnd()}\nbusy(100);\n//# sourceURL=webpack://app/./src/hot.js`;
    const told = await recordLog(await write('evaluated', `eval(${JSON.stringify(code)});`));
    assert.equal(told.hottest, 'hot.js:1');
    assert.equal(noteOf(told, 'src/hot.js')?.source, code);
  });

  it('are unknown, and so are lines, where a program cannot be asked for them', async () => {
    const code = `new (require('vm').Script)(${JSON.stringify(HOT)}, { filename: 'made-up.js' }).runInThisContext();`;
    const { program, env } = await closing(
      bench,
      `closeForGood(); globalThis.exports = {}; ${code} untilSampled(globalThis.exports.hot); process.abort();`,
    );
    const told = await recordLog(program, undefined, { env });
    assert.ok(told.functions.includes('made-up.js:hot'), told.functions.join());
    // V8 itself says where functions begin.
    assert.ok(!told.lines.some((line) => /^made-up.js:(?!1$|2$)/.test(line)), told.lines.join());
    assert.equal(noteOf(told, 'made-up.js'), undefined);
    assert.ok(noteOf(told, path.basename(program))?.lines, 'the file is known all the same');
  });
});
