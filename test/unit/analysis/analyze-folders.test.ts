import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { analyze } from '../../../src/analysis/analyze.ts';
import { createMapCache } from '../../../src/source-maps/index.ts';
import { drawMappings } from '../../support/encode-mappings.ts';

describe('the folder in which a program ran', () => {
  let folder = '';
  beforeEach(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'heatline-folders-')))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A bundle outside of the project that it was made from, and a recording in a third place. */
  function writeRecording(facts: object): string {
    const [project, deployed, recordings] = ['project', 'deployed', 'recordings'].map((name) => join(folder, name));
    for (const each of [join(project, 'src'), deployed, recordings]) mkdirSync(each, { recursive: true });
    const text = 'one();\ntwo();\n';
    writeFileSync(join(project, 'src/a.ts'), text);
    const map = {
      version: 3,
      sources: ['webpack://app/./src/a.ts'],
      sourcesContent: [text],
      names: [],
      mappings: drawMappings('0=a2'),
    };
    const bundle = join(deployed, 'out.js');
    writeFileSync(bundle, 'two();\n//# sourceMappingURL=out.js.map\n');
    writeFileSync(`${bundle}.map`, JSON.stringify(map));
    const callFrame = (functionName: string, url: string) => ({
      functionName,
      url,
      scriptId: url === '' ? '0' : '1',
      lineNumber: url === '' ? -1 : 0,
      columnNumber: url === '' ? -1 : 0,
    });
    const recording = join(recordings, 'r.cpuprofile');
    const profile = {
      nodes: [
        { id: 1, callFrame: callFrame('(root)', ''), hitCount: 0, children: [2] },
        {
          id: 2,
          callFrame: callFrame('two', pathToFileURL(bundle).href),
          hitCount: 2,
          positionTicks: [{ line: 1, ticks: 2 }],
        },
      ],
      startTime: 0,
      endTime: 3000,
      samples: [2, 2],
      timeDeltas: [1000, 1000],
      $heatline: { version: 1, sampler: 'inspector', scripts: [], diagnostics: [], ...facts },
    };
    writeFileSync(recording, JSON.stringify(profile));
    return recording;
  }

  it('is looked in for the originals of bundles, if the recording tells it', async () => {
    const told = await analyze(writeRecording({ cwd: join(folder, 'project') }));
    assert.equal(told.sources[told.lines.source[0]].path, join(folder, 'project/src/a.ts'));
    const untold = await analyze(writeRecording({}));
    assert.equal(untold.sources[untold.lines.source[0]].path, 'webpack://app/./src/a.ts');
  });

  it('gives the same answer from what an earlier analysis left behind', async () => {
    const recording = writeRecording({ cwd: join(folder, 'project') });
    const cache = createMapCache();
    const first = await analyze(recording, { cache });
    assert.deepEqual(await analyze(recording, { cache }), first);
    assert.deepEqual(await analyze(recording), first);
  });
});
