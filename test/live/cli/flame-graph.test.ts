import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../../support/browser.ts';
import { Bench, buildCommand } from './command.ts';

const hostile = '</script><script>window.owned = 1</script><!-- ]]> \u2028 "><img src=x onerror=window.owned=1>';

describe('the flame graph page', function () {
  this.timeout(120_000);

  it('opens in a browser from its file alone, with a stack thousands of frames deep', async () => {
    buildCommand();
    const bench = new Bench();
    const browser = await launchBrowser();
    try {
      bench.write(
        `deep.js`,
        `const o = { ${JSON.stringify(hostile)}(n) { return n > 0 ? this[${JSON.stringify(hostile)}](n - 1) + 1 : burn(); } };
function burn() { const end = Date.now() + 600; let x = 0; while (Date.now() < end) x += Math.sqrt(x); return x; }
o[${JSON.stringify(hostile)}](4000);`,
      );
      const { code, stderr } = await bench.run(['run', '--flamegraph', 'deep.html', 'deep.js']);
      assert.equal(code, 0, stderr);
      const tab = await browser.newPage();
      const noises: string[] = [];
      tab.on('console', (message) => noises.push(message.text()));
      tab.on('pageerror', (error) => noises.push(error.message));
      tab.on('request', (request) => {
        if (!request.url().endsWith('deep.html') && !request.url().startsWith('data:')) noises.push(request.url());
      });
      await tab.goto(pathToFileURL(bench.path('deep.html')).href);
      await tab.getByText('burn').first().waitFor();
      assert.equal(await tab.evaluate('window.owned'), undefined);
      assert.deepEqual(noises, []);
    } finally {
      await browser.close();
      bench.remove();
    }
  });
});
