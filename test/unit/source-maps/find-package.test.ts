import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Files } from '../../../src/source-maps/find/files.ts';
import { packageFinder } from '../../../src/source-maps/find/find-package.ts';
import { createMapCache } from '../../../src/source-maps/find/map-cache.ts';
import { useScratch } from '../../support/scratch.ts';

const manifests: Readonly<Record<string, string>> = {
  '.': '{"name":"shop","version":"1.0.0"}',
  'src/esm': '{"type":"module"}',
  'packages/ui': '{"name":"@shop/ui","version":"2.0.0"}',
  'packages/broken': '{"name":"broken"',
  'node_modules/terser': '{"name":"terser","version":"5.31.0"}',
  'node_modules/terser/dist': '{"name":"dist","version":"1.0.0"}',
  'node_modules/@babel/core': '{"name":"@babel/core","version":"7.1.0"}',
  'node_modules/gulp/node_modules/terser': '{"name":"terser","version":"4.0.0"}',
  'node_modules/alias': '{"name":"real","version":"3.0.0"}',
  'node_modules/nameless': '{"version":"1.0.0"}',
  'node_modules/odd': '{"name":["x"],"version":{}}',
  'node_modules/.pnpm/lodash@4.17.21/node_modules/lodash': '{"name":"lodash","version":"4.17.21"}',
};

describe('the package of a file', () => {
  const scratch = useScratch();
  before(async () => {
    for (const [folder, text] of Object.entries(manifests)) {
      await mkdir(scratch(folder), { recursive: true });
      await writeFile(scratch(folder, 'package.json'), text);
    }
  });

  const find = (file: string): string => {
    const found = packageFinder(new Files(createMapCache()))(file);
    return found ? `${found.name} ${found.version ?? '?'} ${path.relative(scratch(), found.folder)}` : '';
  };

  const onDisk: readonly (readonly [string, string])[] = [
    ['src/index.js', 'shop 1.0.0 '],
    ['src/esm/deep/a.js', 'shop 1.0.0 '],
    ['packages/ui/lib/a.js', '@shop/ui 2.0.0 packages/ui'],
    ['packages/broken/a.js', 'shop 1.0.0 '],
    ['node_modules/terser/dist/bundle.min.js', 'terser 5.31.0 node_modules/terser'],
    ['node_modules/gulp/node_modules/terser/a.js', 'terser 4.0.0 node_modules/gulp/node_modules/terser'],
    ['node_modules/gulp/index.js', 'gulp ? node_modules/gulp'],
    ['node_modules/@babel/core/lib/a.js', '@babel/core 7.1.0 node_modules/@babel/core'],
    ['node_modules/alias/a.js', 'real 3.0.0 node_modules/alias'],
    ['node_modules/nameless/a.js', 'nameless ? node_modules/nameless'],
    ['node_modules/odd/a.js', 'odd ? node_modules/odd'],
    [
      'node_modules/.pnpm/lodash@4.17.21/node_modules/lodash/a.js',
      'lodash 4.17.21 node_modules/.pnpm/lodash@4.17.21/node_modules/lodash',
    ],
    ['.yarn/__virtual__/ui-virtual-1a2b/1/packages/ui/a.js', '@shop/ui 2.0.0 packages/ui'],
  ];
  for (const [file, expected] of onDisk)
    it(`on this machine: ${file}`, () => assert.equal(find(scratch(file)), expected.replaceAll('/', path.sep)));

  it('is one object for all files of a package', () => {
    const packageOf = packageFinder(new Files(createMapCache()));
    const [one, other] = ['bin/a.js', 'lib/b.js'].map((file) => packageOf(scratch('node_modules/terser', file)));
    assert.equal(one, other);
  });

  const elsewhere: readonly (readonly [string, string | undefined, string?])[] = [
    ['/gone/node_modules/rxjs/index.js', 'rxjs'],
    ['/gone/node_modules/.pnpm/@babel+core@7.1.0_peer@1.0.0/node_modules/@babel/core/lib/a.js', '@babel/core', '7.1.0'],
    // The folder of one package has its dependencies beside it, whose versions it does not tell.
    ['/gone/node_modules/.pnpm/gulp@4.0.0/node_modules/terser/a.js', 'terser'],
    ['/gone/.yarn/cache/lodash-npm-4.17.21-6382451519-8.zip/node_modules/lodash/a.js', 'lodash', '4.17.21'],
    ['/gone/.yarn/unplugged/esbuild-npm-0.17.0-6382451519/node_modules/esbuild/main.js', 'esbuild', '0.17.0'],
    ['/gone/.yarn/cache/@babel-core-npm-7.1.0-6382451519-8.zip/node_modules/@babel/core/a.js', '@babel/core', '7.1.0'],
    ['webpack://app/./node_modules/lodash-es/add.js', 'lodash-es'],
    ['webpack-internal:///(rsc)/./node_modules/next/dist/a.js', 'next'],
    ['\0/gone/node_modules/rxjs/index.js?commonjs-module', 'rxjs'],
    ['C:\\gone\\node_modules\\@babel\\core\\lib\\a.js', '@babel/core'],
    ['webpack://app/./src/index.js', undefined],
    ['https://example.com/a.js', undefined],
    ['/gone/node_modules/loose.js', undefined],
    ['/gone/node_modules/.vite/deps/lodash.js', undefined],
  ];
  for (const [file, name, version] of elsewhere)
    it(`not on this machine: ${JSON.stringify(file)}`, () => {
      const found = packageFinder(new Files(createMapCache()))(file);
      assert.deepEqual([found?.name, found?.version], [name, version]);
    });
});
