import path from 'node:path';
import { project } from './programs.ts';

/** What has to be said of each program: of a line, of a function, or nothing. Node 20 has no names for its builtins. */
const programs = {
  megamorphic: { 20: [], 26: ['megamorphic.cjs:11 megamorphic'] },
  'too-large': { 20: ['huge too-large'], 26: ['huge too-large'] },
  'out-of-bounds': { 20: [], 26: [] },
  dictionary: { 20: [], 26: ['dictionary.cjs:11 slow-read'] },
  'call-target': { 20: [], 26: ['call-target.cjs:6 call-target'] },
  allocation: { 20: [], 26: ['allocation.cjs:5 concatenation'] },
  keyed: { 20: [], 26: ['keyed.cjs:7 keyed'] },
  recompiled: { 20: ['render recompiled'], 22: ['render recompiled'] },
} as const;

/** A program with a known cause, recorded on one Node. */
export const whyCases = Object.entries(programs).flatMap(([name, told]) =>
  Object.entries(told).map(([major, remarks]) => ({
    name,
    major: Number(major) as 20 | 22 | 26,
    remarks: remarks as readonly string[],
    program: path.join(project, `test/golden/programs/why/${name}.cjs`),
    recording: path.join(project, `test/golden/recordings/why-${name}-node${major}.v8log.gz`),
  })),
);
