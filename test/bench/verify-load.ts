// Compares the reader with the plain reference on the recordings of the corpus that JSON.parse can take.
// Run with `npx tsx --max-old-space-size=12000 test/bench/verify-load.ts [name…]`.
import { readFile, stat } from 'node:fs/promises';
import { readCpuprofile } from '../../src/formats/cpuprofile/read.ts';
import { readReference } from '../support/reference-cpuprofile.ts';
import { assertSameProfile } from '../support/same-profile.ts';
import { corpusFile, corpusNames } from './corpus.ts';

const LONGEST_STRING = 0x1fffffe8;

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : corpusNames) {
  const path = await corpusFile(name);
  if ((await stat(path)).size > LONGEST_STRING) {
    console.log(`${name}: too large for JSON.parse, not compared`);
    continue;
  }
  const profile = await readCpuprofile(path);
  assertSameProfile(profile, readReference(path, await readFile(path)));
  console.log(`${name}: the same, ${profile.tree.frame.length} nodes, ${profile.samples.node.length} samples`);
}
