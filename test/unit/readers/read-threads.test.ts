import assert from 'node:assert/strict';
import type { Profile, Profiles } from '../../../src/core/index.ts';
import { readThreads } from '../../../src/readers/read-threads.ts';
import { THREADS_LINE } from '../../../src/recording/threads.ts';
import { nestedProfile, sectionedFile, type ThreadToWrite } from '../../support/threaded-recording.ts';
import { refusalOf, withFile } from './cpuprofile/read-bytes.ts';
import { call, type RawProfile, smallProfile } from './cpuprofile/small-profile.ts';
import { smallLog } from './v8-log/log-text.ts';
import { codesOf, topsOf } from '../../support/told.ts';

const read = (text: string): Promise<Profiles> => withFile(text, (path) => readThreads(path));

/** Name, sampler and the functions on top of each sample. */
const tell = (profile: Profile): readonly [string | undefined, string, string] => {
  const { thread, sampler } = profile.recording;
  return [thread?.name, sampler, topsOf(profile).join()];
};

const logOf = (address: string): readonly string[] => [...smallLog, `tick,${address},2000,0,0x0,0`];
const [outer, inner] = [logOf('0x1003'), logOf('0x2003')];

/** As `smallProfile`, with functions of these names. */
function profileOf(...names: readonly [string, string]): RawProfile {
  const profile = smallProfile();
  names.forEach((name, i) => (profile.nodes[i + 1].callFrame = call(name)));
  return profile;
}

const names = (profiles: Profiles): (string | undefined)[] => profiles.map(({ recording }) => recording.thread?.name);

describe('recordings of several threads', () => {
  it('are V8 logs one after the other, whatever stands in their lines', async () => {
    const profiles = await read(
      sectionedFile([
        { name: 'main.js', samples: outer },
        { name: 'wörker', samples: inner },
        { name: 'lost', reason: 'samples-lost' },
        { name: 'late', samples: outer },
      ]),
    );
    assert.deepEqual(profiles.map(tell), [
      ['main.js', 'v8log', 'outer'],
      ['wörker', 'v8log', 'inner'],
      ['late', 'v8log', 'outer'],
    ]);
    const [first, ...others] = profiles;
    const known = first.recording.threads?.threads.map(({ id, recorded }) => `${id} ${recorded}`);
    assert.deepEqual(known, ['1 true', '2 true', '3 false', '4 true']);
    assert.ok(others.every(({ recording }) => recording.threads === undefined));
    assert.ok(profiles.every(({ recording }) => recording.diagnostics.length === 0));
  });

  it('may mix V8 logs and profiles, also with a profile in front', async () => {
    const threads: ThreadToWrite[] = [
      { name: 'new', samples: profileOf('a', 'b') },
      { name: 'old', samples: inner },
      { name: 'new too', samples: profileOf('c', 'd') },
    ];
    assert.deepEqual((await read(sectionedFile(threads))).map(tell), [
      ['new', 'inspector', 'a,b,b'],
      ['old', 'v8log', 'inner'],
      ['new too', 'inspector', 'c,d,d'],
    ]);
  });

  it('are profiles inside a profile, wherever the key stands and however many there are', async () => {
    const workers = Array.from({ length: 40 }, (_, i) => i);
    const file = nestedProfile([
      { name: 'main.js', samples: profileOf('a', 'b') },
      ...workers.map((i) => ({ name: `worker ${i}`, samples: profileOf(`c${i}`, `d${i}`) })),
    ]);
    const expected = [
      ['main.js', 'inspector', 'a,b,b'],
      ...workers.map((i) => [`worker ${i}`, 'inspector', `c${i},d${i},d${i}`]),
    ];
    const reversed = Object.fromEntries(Object.entries(file).reverse());
    for (const text of [JSON.stringify(file), JSON.stringify(reversed), JSON.stringify(file, undefined, 2)])
      assert.deepEqual((await read(text)).map(tell), expected);
  });

  it('may be larger than what is read at once', async () => {
    const large = profileOf('a', 'b');
    const count = 400_000;
    large.samples = Array.from({ length: count }, (_, i) => 2 + (i % 2));
    large.timeDeltas = Array.from({ length: count }, () => 1000);
    large.endTime = large.startTime + count * 1000;
    const threads = [large, profileOf('c', 'd'), large, profileOf('e', 'f')].map((samples, i) => ({
      name: `${i}`,
      samples,
    }));
    for (const text of [JSON.stringify(nestedProfile(threads)), sectionedFile(threads)]) {
      const profiles = await read(text);
      const counts = profiles.map(({ samples }) => samples.node.length);
      assert.deepEqual(counts, [count, 3, count, 3]);
      assert.deepEqual(names(profiles), ['0', '1', '2', '3']);
    }
  });

  it('show the first thread, and say so, where a log is cut off or was changed', async () => {
    const whole = sectionedFile([
      { name: 'main.js', samples: outer },
      { name: 'worker', samples: inner },
    ]);
    const withoutIndex = whole.slice(0, whole.lastIndexOf(THREADS_LINE));
    const moved = whole.replace('profiler,begin,1000', 'profiler,begin,10000');
    for (const text of [withoutIndex, withoutIndex.slice(0, -100), moved]) {
      const profiles = await read(text);
      assert.deepEqual(names(profiles), ['main.js']);
      assert.deepEqual(codesOf(profiles[0].recording.diagnostics), ['threads-not-found']);
    }
  });

  it('are refused where a thread inside a profile is no profile', async () => {
    const file = nestedProfile([{ name: 'main.js', samples: smallProfile() }]);
    for (const [other, problem] of [
      [3, /an entry of its "\$threads" is no profile/],
      [{}, /"nodes" is missing/],
      [{ ...smallProfile(), samples: [9, 9, 9] }, /node 9/],
    ] as const)
      assert.match((await refusalOf(read(JSON.stringify({ ...file, $threads: [other] })))).message, problem);
    await refusalOf(read(JSON.stringify({ ...file, $threads: [smallProfile()] }).slice(0, -40)));
  });

  it('go no deeper: a thread inside a thread is passed over', async () => {
    const inside = nestedProfile([
      { name: 'worker', samples: smallProfile() },
      { name: 'deeper', samples: smallProfile() },
    ]);
    const file = { ...nestedProfile([{ name: 'main.js', samples: smallProfile() }]), $threads: [inside] };
    assert.deepEqual(names(await read(JSON.stringify(file))), ['main.js', 'worker']);
  });
});
