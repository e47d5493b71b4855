import assert from 'node:assert/strict';
import { Category } from '../../../src/core/analysis.ts';
import { categoryOfSource } from '../../../src/core/build-functions.ts';

const categoryOf = (path: string): Category =>
  categoryOfSource({ path, isFile: path.startsWith('/'), isGenerated: false });

describe('the category of a source', () => {
  const expected: readonly (readonly [Category, readonly string[]])[] = [
    [
      Category.own,
      [
        '/app/src/index.ts',
        '/app/webpack/bootstrap.ts',
        '/app/webpack/runtime/loader.js',
        '/app/webpack.config.js',
        'webpack://app/./src/index.ts',
        'webpack://app/./webpack/bootstrap.ts',
        'webpack:///./src/external.ts',
        'webpack-internal:///./src/index.ts',
        'webpack-internal:///(rsc)/./app/page.tsx',
        'turbopack:///[project]/src/index.ts',
        '/app/.pnp.config.ts',
        '/app/.yarn/__virtual__/ui-virtual-1a2b3c/1/packages/ui/index.js',
        '',
      ],
    ],
    [
      Category.dependency,
      [
        '/app/node_modules/rxjs/index.js',
        'C:\\app\\node_modules\\rxjs\\index.js',
        'webpack://app/./node_modules/rxjs/index.js',
        'webpack:///webpack/bootstrap 3e4f',
        'webpack://app/webpack/bootstrap',
        'webpack://app/webpack/runtime/define property getters',
        'webpack://app/webpack/universalModuleDefinition',
        'webpack:///(webpack)/buildin/module.js',
        'webpack-internal:///(webpack)/buildin/module.js',
        'webpack://app/external node-commonjs "fs"',
        '/app/dist/webpack/bootstrap',
        '/app/dist/webpack/runtime/make namespace object',
        'turbopack:///[turbopack]/browser/runtime/base.ts',
        'about://React/Server/webpack-internal:///(rsc)/./app/page.tsx?7',
        '\0commonjsHelpers.js',
        '/app/.pnp.cjs',
        '/app/.pnp.loader.mjs',
        '/app/.yarn/releases/yarn-4.5.0.cjs',
        '/app/.yarn/__virtual__/rxjs-virtual-1a2b3c/0/cache/rxjs-npm-7.8.1-1a2b3c4d5e-8.zip/node_modules/rxjs/index.js',
      ],
    ],
    [Category.node, ['node:fs', 'internal/modules/cjs/loader']],
    [Category.native, ['wasm://wasm/1234']],
  ];
  for (const [category, paths] of expected) {
    for (const path of paths) it(`of ${JSON.stringify(path)}`, () => assert.equal(categoryOf(path), category));
  }

  it('is that of a dependency where only a map in its package names it', () => {
    const source = { path: '/home/builder/src/a.mjs', isFile: true, isGenerated: false };
    assert.equal(categoryOfSource(source), Category.own);
    assert.equal(categoryOfSource({ ...source, isOfPackage: true }), Category.dependency);
  });
});
