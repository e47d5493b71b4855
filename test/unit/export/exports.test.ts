import assert from 'node:assert/strict';
import { formatCollapsed } from '../../../src/export/collapsed.ts';
import { formatMarkdown } from '../../../src/export/markdown.ts';
import { inPieces } from '../../../src/recording/in-pieces.ts';
import { formatSpeedscope } from '../../../src/export/speedscope.ts';
import { type Analysis, mergeProfiles, type ThreadProfile } from '../../../src/core/index.ts';
import { analysisOf, analysisOfProfile, profileFromStacks } from '../../support/profile-from-stacks.ts';
import { wordsOf } from '../../support/told.ts';

const stacks = ['main:2 > hot:3', 'main:2 > hot:3', 'main:4', '(idle)', 'main:2 > hot:3 > [sort]'];

interface SpeedscopeEvent {
  readonly type: 'O' | 'C';
  readonly frame: number;
  readonly at: number;
}
interface SpeedscopeFile {
  readonly shared: { readonly frames: readonly { readonly name: string; readonly file?: string }[] };
  readonly profiles: readonly {
    readonly unit: string;
    readonly name: string;
    readonly startValue: number;
    readonly endValue: number;
    readonly events: readonly SpeedscopeEvent[];
  }[];
}

const speedscopeOf = (analysis: Analysis): SpeedscopeFile =>
  JSON.parse([...formatSpeedscope(analysis)].join('')) as SpeedscopeFile;

describe('collapsed stacks', () => {
  const linesOf = (analysis: Analysis): string[] =>
    [...formatCollapsed(analysis)].join('').trimEnd().split('\n').sort();

  it('names every stack from the bottom with its samples, without idle time', () => {
    const main = 'main (/app/main.js:1)';
    const hot = 'hot (/app/hot.js:1)';
    assert.deepEqual(linesOf(analysisOf(stacks)), [`${main} 1`, `${main};${hot} 2`, `${main};${hot};sort 1`].sort());
  });

  it('lets no name break the form or control the terminal that shows it', () => {
    const analysis = analysisOf(['main:2']);
    const functions = { ...analysis.functions, name: analysis.functions.name.map(() => 'a;b\n\u001b[31m\u0007c') };
    assert.deepEqual(linesOf({ ...analysis, functions }), ['a:b ·[31m·c (/app/main.js:1) 1']);
    assert.deepEqual(linesOf(analysisOf(['[a;b c\td]'])), ['a:b c d 1'], 'separators');
  });

  it('writes nothing for an empty recording', () => {
    assert.deepEqual([...formatCollapsed(analysisOf([]))], []);
  });

  it('writes stacks of any depth, in pieces of whole lines', () => {
    const deep = Array.from({ length: 3_000 }, (_, i) => `f${i}:1`).join(' > ');
    const pieces = [...inPieces(formatCollapsed(analysisOf([deep, `${deep} > g:1`, `${deep} > h:1`])))];
    assert.ok(pieces.length > 1);
    assert.ok(pieces.every((piece) => piece.endsWith('\n')));
    assert.equal(pieces.join('').split(';').length - 1, 2_999 + 2 * 3_000);
  });
});

describe('speedscope files', () => {
  it('open and close like brackets, and give every stack its time', () => {
    const { shared, profiles } = speedscopeOf(analysisOf(stacks, { durations: [10, 20, 30, 40, 50] }));
    const open: number[] = [];
    const spent = new Map<string, number>();
    let now = profiles[0].startValue;
    for (const { type, frame, at } of profiles[0].events) {
      assert.ok(at >= now);
      const stack = open.map((row) => shared.frames[row].name).join('>');
      spent.set(stack, (spent.get(stack) ?? 0) + at - now);
      now = at;
      if (type === 'O') open.push(frame);
      else assert.equal(open.pop(), frame);
    }
    assert.deepEqual(open, []);
    assert.equal(now, profiles[0].endValue);
    spent.delete('');
    assert.deepEqual(Object.fromEntries([...spent].filter(([, time]) => time > 0)), {
      '(root)>main>hot': 30,
      '(root)>main': 30,
      '(root)>(idle)': 40,
      '(root)>main>hot>sort': 50,
    });
    assert.equal(shared.frames.find((frame) => frame.name === 'hot')?.file, '/app/hot.js');
  });

  it('have a profile for each thread, on one time axis', () => {
    const threads = [['main:2'], ['main:2', 'hot:3']].map((own, id): ThreadProfile => {
      const profile = profileFromStacks(own);
      return { thread: { id, kind: 'worker', name: `worker ${id}` }, offset: id * 5000, profile };
    });
    const profile = mergeProfiles(threads);
    const { profiles } = speedscopeOf(analysisOfProfile(profile));
    assert.deepEqual(wordsOf(profiles, 'name', 'startValue', 'endValue'), ['worker 0 0 1000', 'worker 1 5000 7000']);
    const events = wordsOf(profiles[1].events, 'type', 'at').join();
    assert.equal(events, 'O 5000,O 5000,C 6000,O 6000,C 7000,C 7000');
  });

  it('are valid for an empty recording', () => {
    assert.deepEqual(speedscopeOf(analysisOf([])).profiles[0].events, []);
  });

  it('have the unit of what was measured', () => {
    const analysis = analysisOf(stacks, { durations: [10, 20, 30, 40, 50] });
    const unitOf = (unit: string): string => {
      const quality = { ...analysis.quality, value: { name: 'x', unit } };
      return speedscopeOf({ ...analysis, quality }).profiles[0].unit;
    };
    assert.deepEqual(['microseconds', 'bytes', 'count'].map(unitOf), ['microseconds', 'bytes', 'none']);
  });
});

describe('a report as Markdown', () => {
  const reportOf = (analysis: Analysis): string =>
    [
      ...formatMarkdown(analysis, {
        labelOf: ({ path }) => path,
        lineOf: (_, line) => `const a = b | ${line};`,
        readBundle: () => '',
      }),
    ].join('');

  it('has the answer, hot lines with their text, functions, and how good it is, on two screens', () => {
    const report = reportOf(analysisOf(stacks));
    assert.match(report, /^### Heatline: /);
    assert.match(report, /\| `\/app\/hot\.js:3`[^|]*\| `hot` \| `const a = b \\\| 3;` \|/);
    assert.match(report, /\| `hot` \| `\/app\/hot\.js:1` \|/);
    assert.match(report, /^- samples: /m);
    const many = reportOf(analysisOf(Array.from({ length: 300 }, (_, i) => `f${i}:2`)));
    assert.ok(many.split('\n').length < 60, many);
  });

  it('names what was measured in place of time, with its unit', () => {
    const value = { name: 'alloc_space', unit: 'bytes' };
    const report = reportOf(analysisOf(stacks, { facts: { value } })).replaceAll('\\_', '_');
    assert.match(report, /^\| Self \| ± \| alloc_space \| Total \| Line \|/m);
    assert.match(report, /^\| Self \| Total \| alloc_space \| Function \|/m);
    assert.match(report, /^Shares of \S+ kB alloc_space\./m);
    assert.match(reportOf(analysisOf(stacks)), /^\| Self \| ± \| Time \| Total[^]*^Shares of \S+ ms active\./m);
  });

  it('lets no name of the program be markup, or end a cell', () => {
    const analysis = analysisOf(['main:2']);
    const functions = { ...analysis.functions, name: analysis.functions.name.map(() => '`<b>`|\u001b[31m') };
    const report = reportOf({ ...analysis, title: '<script>[x](y)', functions });
    assert.ok(report.startsWith('### Heatline: \\<script\\>\\[x\\]\\(y\\)\n'), report);
    assert.ok(report.includes('| `` `<b>`\\|·[31m `` |'), report);
    const [header, ...rows] = report.split('\n').filter((line) => line.startsWith('| ') && line.includes('main.js'));
    const cellsOf = (row: string): number => row.split(/(?<!\\)\|/).length;
    assert.ok(
      [header, ...rows].every((row) => [7, 9].includes(cellsOf(row))),
      report,
    );
  });

  it('says that an empty recording has no samples', () => {
    assert.match(reportOf(analysisOf([])), /No samples were taken\./);
  });
});
