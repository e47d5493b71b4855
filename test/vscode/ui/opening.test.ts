import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { keepPicture } from '../../support/browser.ts';
import { drawMappings } from '../../support/encode-mappings.ts';
import { call, type RawProfile, special } from '../../unit/readers/cpuprofile/small-profile.ts';
import { useWindow } from './use-window.ts';
import { writeFiles } from './window.ts';

/** A profile of a thread that spent this long in one line of one function. */
function profileOf(ms: number, callFrame: Record<string, unknown>, line: number, startTime = 1e6): string {
  const profile: RawProfile = {
    nodes: [
      { id: 1, callFrame: special('(root)'), children: [2] },
      { id: 2, callFrame, hitCount: ms, positionTicks: [{ line, ticks: ms }] },
    ],
    ...{ startTime, endTime: startTime + ms * 1000 },
    samples: Array<number>(ms).fill(2),
    timeDeltas: Array<number>(ms).fill(1000),
  };
  return JSON.stringify(profile);
}

const score = (unit: string): string => `export function score(): number {\n  // ${unit}\n  return 1;\n}\n`;

describe('Recordings of other tools, in the window', () => {
  const paths = {
    '/ci/app': '${workspaceFolder}/packages/right',
    'example.com/words': '${workspaceFolder}/go',
  };
  const window = useWindow({ settings: { 'heatline.paths': paths } });

  before(async () => {
    const formats = path.join(import.meta.dirname, '../../formats');
    const trace = path.join(formats, 'recordings/chrome-enhanced.json.gz');
    await cp(path.join(formats, 'go'), path.join(window.workspace, 'go'), { recursive: true });
    await cp(path.join(formats, 'recordings/go.pb.gz'), path.join(window.workspace, 'words.pb.gz'));
    const at = (name: string): string => pathToFileURL(path.join(window.workspace, name)).href;
    const [burn, main] = [call('burn', 1, 13, at('hot.js')), call('main', 9, 13, at('hot.js'))];
    // A map as a build machine leaves it; two packages have such a file.
    const map = { version: 3, sources: ['/ci/app/score.ts'], names: [], mappings: drawMappings('0=a1; 2=a3:2') };
    await writeFiles(window.workspace, {
      'profiles/CPU.20261128.101500.4711.0.001.cpuprofile': profileOf(300, main, 13),
      'profiles/CPU.20261128.101500.4711.1.002.cpuprofile': profileOf(500, burn, 5, 1_050_000),
      'profiles/CPU.20261128.101500.4711.2.003.cpuprofile': profileOf(500, burn, 5, 1_050_000),
      'trace.json': gunzipSync(await readFile(trace)).toString('utf8'),
      'packages/left/score.ts': score('left'),
      'packages/right/score.ts': score('right'),
      'score.js': 'function score() {\n  return 1;\n}\n//# sourceMappingURL=score.js.map\n',
      'score.js.map': JSON.stringify(map),
      'score.cpuprofile': profileOf(400, call('score', 0, 14, at('score.js')), 2),
    });
  });

  /** Opens what stands in the Explorer from its menu, and nothing else. */
  async function openFromExplorer(name: string): Promise<void> {
    await window.runCommand('View: Close All Editors');
    await window.runCommand('File: Focus on Files Explorer');
    const row = window.page.locator('.explorer-folders-view .monaco-list-row').filter({
      has: window.page.locator('.label-name', { hasText: new RegExp(`^${name}$`) }),
    });
    await window.chooseInMenuOf(row, 'Open Recording');
  }

  it('a folder of --cpu-prof-dir is one run, with the heat of all of its threads', async () => {
    await openFromExplorer('profiles');
    await window.untilStatus(/hot\.js:5\s7\d\.\d\s%/);
    const threads = window.panel.getByLabel('Thread').locator('option');
    await threads.filter({ hasText: 'All 3 threads' }).waitFor({ state: 'attached' });
    await window.openFile('hot.js');
    await window.untilInGutter('heat-8');
  });

  it('a trace of Chrome', async () => {
    await openFromExplorer('trace.json');
    await window.untilStatus('hash.ts:4');
    await window.panel.locator('.table-row[id]', { hasText: 'hash' }).first().waitFor();
    await keepPicture(window.page, 'trace');
  });

  it('a profile of Go', async () => {
    await openFromExplorer('words.pb.gz');
    await window.untilStatus('rank.go:');
    await window.openFile('rank.go');
    await window.untilInGutter('heat-');
    await keepPicture(window.page, 'go');
  });

  it('an original is where the setting says', async () => {
    await openFromExplorer('score.cpuprofile');
    await window.untilStatus('score.ts:3');
    await window.runCommand('Heatline: Go to Next Hot Line');
    await window.line('// right').waitFor();
    await window.untilInGutter('heat-8');
  });
});
