import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Analysis } from '../../../src/core/index.ts';
import { createMapCache } from '../../../src/source-maps/index.ts';
import { drawMappings } from '../../support/encode-mappings.ts';
import { useScratch } from '../../support/scratch.ts';
import { call, smallProfile } from '../readers/cpuprofile/small-profile.ts';

describe('the folder in which a program ran', () => {
  const scratch = useScratch();
  const write = (name: string, text: string): string => {
    mkdirSync(dirname(scratch(name)), { recursive: true });
    writeFileSync(scratch(name), text);
    return scratch(name);
  };

  /** A bundle outside of the project that it was made from, and a recording in a third place. */
  function writeRecording(facts: object): string {
    const text = 'one();\ntwo();\n';
    write('project/src/a.ts', text);
    const bundle = write('deployed/out.js', 'two();\n//# sourceMappingURL=out.js.map\n');
    const sources = { sources: ['webpack://app/./src/a.ts'], sourcesContent: [text] };
    const map = { version: 3, ...sources, names: [], mappings: drawMappings('0=a2') };
    write('deployed/out.js.map', JSON.stringify(map));
    const profile = smallProfile();
    profile.nodes[1].callFrame = call('two', 0, 0, pathToFileURL(bundle).href);
    profile.nodes[1].positionTicks = [{ line: 1, ticks: 2 }];
    return write(
      'recordings/r.cpuprofile',
      JSON.stringify({ ...profile, $heatline: { version: 1, scripts: [], ...facts } }),
    );
  }
  const pathOf = ({ sources, lines }: Analysis): string => sources[lines.source[lines.line.indexOf(2)]]?.path;

  it('is looked in for the originals of bundles, if the recording tells it', async () => {
    const told = await analyze(writeRecording({ cwd: scratch('project') }));
    assert.equal(pathOf(told), scratch('project/src/a.ts'));
    const untold = await analyze(writeRecording({}));
    assert.equal(pathOf(untold), 'webpack://app/./src/a.ts');
  });

  it('may be the only one whose maps show the texts that they carry', async () => {
    const recording = writeRecording({});
    for (const [within, isShown] of [
      [undefined, true],
      [scratch('deployed'), true],
      [scratch('recordings'), false],
    ] as const) {
      const { sources, lines } = await analyze(recording, { places: { folders: [], within } });
      const { path, content } = sources[lines.source[lines.line.indexOf(2)]];
      assert.deepEqual([path, content !== undefined], ['webpack://app/./src/a.ts', isShown]);
    }
  });

  it('gives the same answer from what an earlier analysis left behind', async () => {
    const recording = writeRecording({ cwd: scratch('project') });
    const cache = createMapCache();
    const first = await analyze(recording, { cache });
    assert.deepEqual(await analyze(recording, { cache }), first);
    assert.deepEqual(await analyze(recording), first);
  });
});
