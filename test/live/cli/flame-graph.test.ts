import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '../../support/browser.ts';
import { useCommandLine, work } from './command-line.ts';

const hostile = '</script><script>window.owned = 1</script><!-- ]]> \u2028 "><img src=x onerror=window.owned=1>';

describe('the flame graph page', () => {
  const cli = useCommandLine();

  it('opens in a browser from its file alone, with a stack thousands of frames deep', async () => {
    const name = JSON.stringify(hostile);
    const deep = `const o = { ${name}(n) { return n > 0 ? this[${name}](n - 1) + 1 : work(150); } };`;
    cli.write(`deep.js`, `${work}${deep}\no[${name}](4000);`);
    await cli.succeed(['run', '--flamegraph', 'deep.html', 'deep.js']);
    const browser = await launchBrowser();
    try {
      const tab = await browser.newPage();
      tab.setDefaultTimeout(0);
      const noises: string[] = [];
      tab.on('console', (message) => noises.push(message.text()));
      tab.on('pageerror', (error) => noises.push(error.message));
      tab.on('request', (request) => {
        if (!request.url().endsWith('deep.html') && !request.url().startsWith('data:')) noises.push(request.url());
      });
      await tab.goto(pathToFileURL(cli.path('deep.html')).href);
      await tab.getByText('work', { exact: true }).first().waitFor();
      assert.equal(await tab.evaluate('window.owned'), undefined);
      assert.deepEqual(noises, []);
    } finally {
      await browser.close();
    }
  });
});
