// Records the program in `program` with other tools, and that in `go` with Go's own profiler where `go` is installed, and stores
// what they wrote without this machine's paths: `npx tsx test/formats/record.ts`.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Profile, StringTable } from 'pprof-format';
import { installedPackages } from '../support/installed-packages.ts';
import { cacheFolder, nodeBinary } from '../support/nodes.ts';
import { withScratch } from '../support/scratch.ts';

const recordings = path.join(import.meta.dirname, 'recordings');
const program = path.join(import.meta.dirname, 'program');
const run = promisify(execFile);
const modules = await installedPackages(path.join(cacheFolder, 'datadog-pprof'), ['@datadog/pprof@5.20.0']);
await withScratch(async (folder) => {
  for (const major of [24, 26] as const)
    for (const kind of ['functions', 'lines']) {
      const out = path.join(folder, `datadog-${kind}-node${major}.pb.gz`);
      await run(await nodeBinary(major), [path.join(program, 'datadog.cjs'), modules, out, kind]);
      const profile = Profile.decode(gunzipSync(await readFile(out)));
      const table = new StringTable();
      for (const text of profile.stringTable.strings)
        table.dedup(text.replace(program, '/app').replace(modules, '/app/node_modules'));
      profile.stringTable = table;
      await writeFile(path.join(recordings, path.basename(out)), gzipSync(profile.encode()));
    }
  if (!(await run('go', ['version']).then(Boolean, () => false))) return;
  const binary = path.join(folder, 'words');
  await run('go', ['build', '-trimpath', '-o', binary, '.'], { cwd: path.join(import.meta.dirname, 'go') });
  await run(binary, [path.join(recordings, 'go.pb.gz')]);
});
