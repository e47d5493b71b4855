import { type NodeMajor, nodeMajors } from '../support/nodes.ts';
import { fileOf, type Kept } from './programs.ts';

/** What has to be said of each program: of a line, of a function, or nothing. Node 20 has no names for its builtins. */
const programs = {
  megamorphic: { 20: [], 26: ['megamorphic.cjs:11 megamorphic'] },
  'too-large': { 20: ['huge too-large'], 26: ['huge too-large'] },
  'out-of-bounds': { 20: [], 26: [] },
  dictionary: { 20: [], 26: ['dictionary.cjs:11 slow-read'] },
  'call-target': { 20: [], 26: ['call-target.cjs:6 call-target'] },
  allocation: { 20: [], 26: ['allocation.cjs:5 concatenation'] },
  collections: { 20: [], 22: ['make gc-site'], 26: ['make gc-site'] },
  keyed: { 20: [], 26: ['keyed.cjs:7 keyed'] },
  recompiled: { 20: ['render recompiled'], 22: ['render recompiled'], 26: ['render recompiled'] },
} as const;

/** Programs with a known cause. */
export const whyCases: readonly (Kept & { readonly remarks: readonly string[] })[] = Object.entries(programs).flatMap(
  ([program, told]) =>
    Object.entries(told).map(([major, remarks]) => {
      const name = `why-${program}-node${major}`;
      return {
        ...{ name, major: Number(major) as NodeMajor, sampler: 'v8log', interval: 1000 },
        remarks: remarks as readonly string[],
        program: `test/golden/programs/why/${program}.cjs`,
        recording: fileOf('recordings', `${name}.v8log.gz`),
      };
    }),
);

/** One program with many causes, recorded with the log of causes. */
export const causeCases: readonly Kept[] = nodeMajors.map((major) => ({
  ...{ name: `why-causes-node${major}`, major, sampler: 'v8log', interval: 1000, hasCauses: true },
  program: 'test/golden/programs/why/causes.cjs',
  recording: fileOf('recordings', `why-causes-node${major}.v8log.gz`),
}));
