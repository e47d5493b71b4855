import assert from 'node:assert/strict';
import { packageOfOtherLanguage } from '../../../src/source-maps/find/other-languages.ts';

/** A path, and the package that it is of; '' for own code. */
const paths: readonly (readonly [path: string, name: string])[] = [
  ['/usr/local/go/src/runtime/proc.go', 'runtime'],
  ['/usr/lib/go-1.19/src/net/http/server.go', 'net'],
  ['/opt/hostedtoolcache/go/1.24.0/x64/src/strings/strings.go', 'strings'],
  ['runtime/map_faststr.go', 'runtime'],
  ['internal/bytealg/equal_amd64.s', 'internal'],
  ['/root/go/pkg/mod/github.com/klauspost/compress@v1.17.9/zstd/encoder.go', 'github.com/klauspost/compress 1.17.9'],
  ['golang.org/x/net@v0.30.0/http2/server.go', 'golang.org/x/net 0.30.0'],
  ['/go/src/app/main.go', ''],
  ['example.com/words/rank.go', ''],
  ['io/index.js', ''],
  ['internal/bootstrap/loaders.js', ''],
  ['/app/.venv/lib/python3.12/site-packages/pandas/core/frame.py', 'pandas'],
  ['/usr/lib/python3/dist-packages/six.py', 'six'],
  ['/usr/local/lib/python3.12/json/decoder.py', 'json'],
  ['/usr/local/lib/python3.12/threading.py', 'threading'],
  ['<frozen importlib._bootstrap>', 'importlib._bootstrap'],
  ['/app/worker.py', ''],
  ['/usr/local/bundle/gems/rack-3.1.8/lib/rack/handler.rb', 'rack 3.1.8'],
  ['/usr/lib/ruby/3.3.0/json/common.rb', 'json'],
  ['/app/lib/gems.rb', ''],
  ['/root/.cargo/registry/src/index.crates.io-6f17d22bba15001f/serde_json-1.0.133/src/de.rs', 'serde_json 1.0.133'],
  ['/rustc/90b35a6239c3d8bdabc530a6a0816f7ff89a0aaf/library/core/src/str/mod.rs', 'core'],
  ['/src/main.rs', ''],
];

describe('the package of a file of another language', () => {
  for (const [path, expected] of paths)
    it(`${path} is ${expected === '' ? 'own code' : `of ${expected}`}`, () => {
      const found = packageOfOtherLanguage(path);
      assert.equal([found?.name, found?.version].filter(Boolean).join(' '), expected);
    });
});
