import assert from 'node:assert/strict';
import { movePath } from '../../../src/urls/index.ts';

describe('a moved path', () => {
  const moves = [
    { from: '/app', to: '/home/me/shop' },
    { from: '/app/dist/', to: '/home/me/out' },
    { from: 'file:///srv/a%20b', to: '/home/me/srv' },
    { from: 'http://localhost:3000', to: '/home/me/web' },
    { from: 'webpack://shop', to: '/home/me/shop' },
    { from: 'C:\\work', to: '/home/me/work' },
  ];
  const cases: readonly (readonly [path: string, moved: string | undefined])[] = [
    ['/app/src/a.ts', '/home/me/shop/src/a.ts'],
    ['/app', '/home/me/shop'],
    ['/app/dist/a.js', '/home/me/out/a.js'],
    ['/app/100%25?#.js', '/home/me/shop/100%25?#.js'],
    ['/apples/a.ts', undefined],
    ['/other/app/a.ts', undefined],
    ['/srv/a b/c.js', '/home/me/srv/c.js'],
    ['http://localhost:3000/src/a%20b.ts?t=17#x', '/home/me/web/src/a b.ts'],
    ['webpack://shop/./src/a.ts?1f', '/home/me/shop/src/a.ts'],
    ['C:\\work\\src\\a.ts', '/home/me/work/src/a.ts'],
    ['C:/work/src/a.ts', '/home/me/work/src/a.ts'],
    ['file:///c:/Work/a%20b.ts?t=1', '/home/me/work/a b.ts'],
  ];
  for (const [path, moved] of cases)
    it(`is ${moved ?? 'none'} for ${path}`, () => {
      assert.equal(movePath(path, moves), moved);
    });

  it('may come from the root', () => {
    assert.equal(movePath('/a.ts', [{ from: '/', to: '/mnt' }]), '/mnt/a.ts');
  });
});
