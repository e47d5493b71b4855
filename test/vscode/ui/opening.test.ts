import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { keepPicture } from '../../support/browser.ts';
import { drawMappings } from '../../support/encode-mappings.ts';
import { recordingText } from '../../support/recording-text.ts';
import { useWindow } from './use-window.ts';
import { writeFiles } from './window.ts';

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
    const main = recordingText({ name: 'main', url: at('hot.js'), start: [9, 13], line: 13, ms: 300, startTime: 1e6 });
    const burn = recordingText({ name: 'burn', url: at('hot.js'), start: [1, 13], line: 5, ms: 500, startTime: 105e4 });
    // A map as a build machine leaves it; two packages have such a file.
    const map = { version: 3, sources: ['/ci/app/score.ts'], names: [], mappings: drawMappings('0=a1; 2=a3:2') };
    await writeFiles(window.workspace, {
      'profiles/CPU.20261128.101500.4711.0.001.cpuprofile': main,
      'profiles/CPU.20261128.101500.4711.1.002.cpuprofile': burn,
      'profiles/CPU.20261128.101500.4711.2.003.cpuprofile': burn,
      'trace.json': gunzipSync(await readFile(trace)).toString('utf8'),
      'packages/left/score.ts': score('left'),
      'packages/right/score.ts': score('right'),
      'score.js': 'function score() {\n  return 1;\n}\n//# sourceMappingURL=score.js.map\n',
      'score.js.map': JSON.stringify(map),
      'score.cpuprofile': recordingText({ name: 'score', url: at('score.js'), start: [0, 14], line: 2, ms: 400 }),
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
