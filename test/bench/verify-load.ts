// Compares what is read and what is added up with the slow reference implementations, on the recordings of the corpus
// that JSON.parse can take. Walks every stack of every node with sets and maps: some minutes for a million nodes.
// Run with `npx tsx --max-old-space-size=12000 test/bench/verify-load.ts [name…]`.
import { readFile, stat } from 'node:fs/promises';
import { readCpuprofile } from '../../src/readers/cpuprofile/read.ts';
import { buildAnalysis } from '../../src/core/index.ts';
import { identityMapping } from '../support/profile-from-stacks.ts';
import { readReference } from '../support/reference-cpuprofile.ts';
import { assertSameAnalysis } from '../support/same-analysis.ts';
import { assertSameProfile } from '../support/same-profile.ts';
import { corpusFile, corpusNames } from './corpus.ts';

const LONGEST_STRING = 0x1fffffe8;
/** A node's time is divided among its lines in parts that are not whole microseconds. */
const ROUNDING = 1e-9;

const asked = process.argv.slice(2);
for (const name of asked.length > 0 ? asked : corpusNames) {
  const path = await corpusFile(name);
  if ((await stat(path)).size > LONGEST_STRING) {
    console.log(`${name}: too large for JSON.parse, not compared`);
    continue;
  }
  const profile = await readCpuprofile(path);
  assertSameProfile(profile, readReference(path, await readFile(path)));
  const mapping = identityMapping(profile);
  const analysis = buildAnalysis(name, profile, mapping);
  assertSameAnalysis(analysis, { profile, mapping }, ROUNDING);
  console.log(`${name}: the same, ${profile.tree.frame.length} nodes, ${profile.samples.node.length} samples`);
}
