import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readCpuprofile } from '../../../../src/readers/cpuprofile/read.ts';
import { assertSameProfile } from '../../../support/same-profile.ts';
import { readBytes, refusalOf, respell, withFile } from './read-bytes.ts';
import { call, smallProfile, special } from './small-profile.ts';
import type { RawProfile } from './small-profile.ts';

const plain = JSON.stringify(smallProfile());

const changed = (change: (profile: RawProfile) => void): string => {
  const profile = smallProfile();
  change(profile);
  return JSON.stringify(profile);
};

const refused: readonly (readonly [string, Buffer | string, RegExp])[] = [
  ['an empty file', '', /is empty/],
  ['white space alone', ' \n ', /neither JSON nor a pprof/],
  ['something that is not JSON', 'hello', /neither JSON nor a pprof/],
  ['a gzip file', gzipSync(plain), /gzip/],
  ['UTF-16', Buffer.from(`\uFEFF${plain}`, 'utf16le'), /UTF-16/],
  ['a list', '[{"ph":"X"}]', /\{ is expected here/],
  ['trace events in an object', '{"traceEvents":[]}', /trace events/],
  ['a wrapped profile', JSON.stringify({ cpuProfile: smallProfile() }), /wraps a CPU profile/],
  ['the old format', '{"head":{},"samples":[]}', /old format/],
  ['an object of another kind', '{"a":1}', /"nodes" is missing/],
  ['nodes that are no list', '{"nodes":{}}', /not a list/],
  ['no nodes', changed((profile) => (profile.nodes = [])), /empty/],
  ['nodes of another type', '{"nodes":[1]}', /not an object/],
  ['a node without an id', '{"nodes":[{"callFrame":{"functionName":""}}]}', /no "id"/],
  ['a node without a callFrame', '{"nodes":[{"id":1}]}', /no valid "callFrame"/],
  ['a callFrame of another type', '{"nodes":[{"id":1,"callFrame":7}]}', /callFrame/],
  ['a callFrame without a name', '{"nodes":[{"id":1,"callFrame":{}}]}', /callFrame/],
  ['a negative id', '{"nodes":[{"id":-1,"callFrame":{"functionName":""}}]}', /id/],
  ['an id with a fraction', '{"nodes":[{"id":1.5,"callFrame":{"functionName":""}}]}', /id/],
  ['an id beyond all numbers of nodes', '{"nodes":[{"id":3000000000,"callFrame":{"functionName":""}}]}', /id/],
  ['an id beyond whole numbers', '{"nodes":[{"id":1e300,"callFrame":{"functionName":""}}]}', /id/],
  ['an id as a string', '{"nodes":[{"id":"1","callFrame":{"functionName":""}}]}', /whole number/],
  ['NaN, which JSON does not have', plain.replace('"id":1', '"id":NaN'), /whole number/],
  ['a number with a leading zero', plain.replace('"id":1', '"id":01'), /whole number/],
  ['two nodes of one id', changed((profile) => (profile.nodes[2].id = 2)), /id 2/],
  ['a node with two parents', changed((profile) => (profile.nodes[0].children = [2, 3])), /node 3 has two parents/],
  ['a child that does not exist', changed((profile) => (profile.nodes[2].children = [9])), /node 9/],
  ['a circle', changed((profile) => (profile.nodes[2].children = [2]) && delete profile.nodes[0].children), /node/],
  ['a node below itself', changed((profile) => (profile.nodes[2].children = [3])), /node 3/],
  ['all nodes in a circle', changed((profile) => (profile.nodes[2].children = [1])), /its own caller/],
  ['a node out of reach', changed((profile) => profile.nodes.push({ id: 9, callFrame: call('x') })), /node 9/],
  ['a sample of no node', changed((profile) => (profile.samples[1] = 4)), /node 4/],
  ['a sample of a huge id', changed((profile) => (profile.samples[1] = 2 ** 52)), /does not exist/],
  ['a sample that is null', plain.replace('[2,3,3]', '[2,null,3]'), /number/],
  ['fewer times than samples', changed((profile) => profile.timeDeltas.pop()), /3 samples but 2 times/],
  ['times beyond all bounds', plain.replace('[5,10,20]', '[5,1e308,1e308]'), /beyond all bounds/],
  ['no samples', JSON.stringify({ ...smallProfile(), samples: undefined }), /"samples"/],
  ['no times', JSON.stringify({ ...smallProfile(), timeDeltas: undefined }), /"timeDeltas"/],
  ['no start', JSON.stringify({ ...smallProfile(), startTime: undefined }), /"startTime"/],
  ['a start of another type', JSON.stringify({ ...smallProfile(), startTime: 'now' }), /"startTime"/],
  ['an end before the start', JSON.stringify({ ...smallProfile(), endTime: 1 }), /endTime/],
  ['ticks of another type', plain.replace('[{"line":2,"ticks":1}]', '[7]'), /positionTicks/],
  ['ticks without a line', plain.replace('"line":2,', ''), /positionTicks/],
  ['negative ticks', plain.replace('"line":2,"ticks":1', '"line":2,"ticks":-1'), /positionTicks/],
  ['ticks without end', plain.replace('"line":2,"ticks":1', '"line":2,"ticks":1e15'), /positionTicks/],
  ['something behind the end', `${plain}x`, /follows the end/],
  ['a second object', `${plain}{}`, /follows the end/],
  ['a comma too many', plain.replace('[2,3,3]', '[2,3,3,]'), /number/],
  ['a comma too few', plain.replace('[2,3,3]', '[2,3 3]'), /JSON/],
  ['a control character in a string', plain.replace('{', '{"x":"\u0001",'), /JSON/],
  ['a broken escape in a key', plain.replace('"hitCount"', '"\\q"'), /JSON/],
  ['a control character in a key', plain.replace('"hitCount"', '"hit\u0001"'), /JSON/],
  ['a key that does not end', plain.replace('"hitCount"', '"hitCount'), /JSON/],
  ['a comma too many in a node', plain.replace('"children":[2]', '"children":[2],'), /JSON/],
  ['children of another type', plain.replace('"children":[2]', '"children":nope'), /children/],
  ['a parent of another type', plain.replace('"children":[2]', '"parent":"1"'), /whole number/],
  ['a broken escape in a name', plain.replace('"main"', '"\\q"'), /callFrame/],
  ['brackets that do not match', plain.replace('{', '{"x":[}],'), /JSON/],
  ['hundreds of thousands of brackets', `{"x":${'['.repeat(400_000)}`, /ends in the middle/],
  ['brackets inside a node', `{"nodes":[{"x":${'{"a":'.repeat(400_000)}`, /ends in the middle/],
  [
    'a list in a list where a column is due',
    plain.replace('"columnNumber":9', `"columnNumber":${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    /callFrame/,
  ],
];

describe('reading a .cpuprofile that is none', () => {
  for (const [what, bytes, message] of refused) {
    it(`refuses ${what}`, async () => {
      assert.match((await refusalOf(readBytes(bytes))).message, message);
    });
  }

  it('refuses every truncation, and says where the file ends', async () => {
    await withFile('', async (path) => {
      for (let length = 1; length < plain.length; length++) {
        await writeFile(path, plain.slice(0, length));
        const error = await refusalOf(readCpuprofile(path));
        assert.match(error.message, /ends in the middle|expected here|not a list/);
        assert.ok(error.offset !== undefined && error.offset <= length, `${error.message} for ${length} bytes`);
      }
    });
  });

  it('names the byte at which the JSON is broken', async () => {
    const text = plain.replace('"hitCount":2', '"hitCount":2 "x"');
    assert.equal((await refusalOf(readBytes(text))).offset, text.indexOf('"x"'));
  });

  it('names the byte also far into a file of many chunks', async () => {
    const text = changed((profile) => {
      for (let id = 4; id < 2000; id++) profile.nodes.push({ id, parent: 1, callFrame: call(`f${id}`) });
    }).replace('"id":1500', '"id":x');
    const { offset } = await refusalOf(readBytes(text, { chunkSize: 999 }));
    assert.equal(offset, text.indexOf('x,'));
  });

  it('refuses a file that is not there and a folder, with a sentence', async () => {
    const missing = join(tmpdir(), 'heatline-no-such-file.cpuprofile');
    await assert.rejects(readCpuprofile(missing), { code: 'ENOENT' });
    await assert.rejects(readCpuprofile(tmpdir()), /is a folder/);
  });

  it('tells how far it has come', async () => {
    const seen: number[] = [];
    await readBytes(plain, { onProgress: (share) => void seen.push(share), chunkSize: 64 });
    assert.ok(seen.length > 3 && seen.every((share, i) => share <= 1 && share >= (seen[i - 1] ?? 0)), seen.join());
  });

  it('refuses one string longer than any program has, in bounded memory', async () => {
    const head = '{"nodes":[{"id":1,"callFrame":{"functionName":"';
    const bytes = Buffer.concat([Buffer.from(head), Buffer.alloc(150 * 1024 * 1024, 'x')]);
    const error = await refusalOf(readBytes(bytes));
    assert.match(error.message, /a single entry is longer than 64 MB/);
  });
});

// Spaces, the order of keys, escapes, unknown keys and names of any script: properties.test.ts.
describe('reading an unusual .cpuprofile that is one', () => {
  const accepted: readonly (readonly [string, string])[] = [
    ['a byte order mark', `\uFEFF${plain}`],
    ['numbers written in other ways', plain.replaceAll('"id":1', '"id":1.0').replace('[5,10,20]', '[5e0,1E+1,2.0e1]')],
    ['minus zero', plain.replace('[5,10,20]', '[-0,15,20]')],
    ['fractions of microseconds', changed((profile) => (profile.timeDeltas = [0.5, 10.25, 1 / 3]))],
    ['keys twice in a node', plain.replace('"children":[3]', '"children":[7,8],"children":[3]')],
    [
      'ticks twice in a node',
      plain.replace('"positionTicks"', '"positionTicks":[{"line":1,"ticks":9}],"positionTicks"'),
    ],
    ['lists twice', plain.replace('{', '{"samples":[1],"timeDeltas":[1,2,3],"startTime":7,')],
    [
      'null instead of lists',
      plain.replace('"children":[3]', '"children":[3],"parent":null').replace('[{"line":2,"ticks":1}]', 'null'),
    ],
    ['escapes in keys', plain.replaceAll('"id"', '"\\u0069d"').replaceAll('"ticks"', '"t\\u0069cks"')],
    ['__proto__ as a key', plain.replaceAll('"id"', '"__proto__":{"children":[1]},"id"')],
    [
      'names of built-in properties',
      changed((profile) =>
        profile.nodes.forEach((node, i) => (node.callFrame.functionName = ['__proto__', 'constructor', 'toString'][i])),
      ),
    ],
    [
      'a callFrame without positions',
      changed((profile) => (profile.nodes[1].callFrame = { functionName: 'x', url: 'wasm://a', scriptId: 3 })),
    ],
    [
      'script ids that are no numbers, or one number in two spellings',
      changed((profile) => {
        const ids = ['7', 'a', 'b', '07'];
        ids.forEach((scriptId, i) =>
          profile.nodes.push({ id: 4 + i, parent: 1, callFrame: { ...call('x', 0, 0, ''), scriptId } }),
        );
      }),
    ],
    ['no samples at all', changed((profile) => (profile.samples = profile.timeDeltas = []))],
    [
      'only a root',
      changed(
        (profile) => ((profile.nodes = [{ id: 0, callFrame: special('(root)') }]), (profile.samples = [0, 0, 0])),
      ),
    ],
    ['a long value in an unknown key', plain.replace('{', `{"x":"${'long '.repeat(100_000)}",`)],
    ['much white space', plain.replaceAll(',', `,${' '.repeat(10_000)}`)],
    [
      'a node with very many children',
      changed((profile) => {
        profile.nodes[0].children = [2, ...Array.from({ length: 50_000 }, (_, i) => i + 4)];
        for (let id = 4; id < 50_004; id++) profile.nodes.push({ id, callFrame: call(`f${id % 9000}`, id % 9000) });
      }),
    ],
    [
      'several functions at one place, texts that differ for one function, and functions without a place between them',
      changed((profile) => {
        for (let id = 4; id < 12_004; id++) {
          const isPlaced = id % 5 > 0;
          const placed = { ...call(`f${id % 7}`, id % 20, 0, `file:///${id % 11}.js`), scriptId: String(7 + (id % 3)) };
          const callFrame = isPlaced ? placed : special(`native ${id % 400}`);
          const positionTicks = isPlaced ? [{ line: (id % 20) + 1, ticks: 1 }] : undefined;
          profile.nodes.push({ id, parent: 1 + (id % 3), callFrame, positionTicks });
        }
      }),
    ],
    [
      'a very deep tree',
      changed((profile) => {
        for (let id = 4; id < 60_004; id++) profile.nodes.push({ id, parent: id - 1, callFrame: call('deep', id % 7) });
      }),
    ],
  ];
  for (const [what, text] of accepted) {
    it(`reads ${what} as the same JSON in V8’s spelling, in chunks of any size`, async () => {
      const expected = await readBytes(respell(text));
      for (const chunkSize of text.length < 5_000 ? [undefined, 1, 7, 64] : [undefined, 4_001]) {
        assertSameProfile(await readBytes(text, { chunkSize }), expected);
      }
    });
  }

  it('reads a file of one chunk more or less at every boundary', async () => {
    const text = JSON.stringify({ ...smallProfile(), $heatline: { version: 1, scripts: [{ url: 'file:///a.js' }] } });
    const expected = await readBytes(text);
    await withFile(text, async (path) => {
      for (let chunkSize = 1; chunkSize <= text.length + 1; chunkSize++) {
        assertSameProfile(await readCpuprofile(path, { chunkSize }), expected);
      }
    });
  });
});
