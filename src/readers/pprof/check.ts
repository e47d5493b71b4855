import type { Profile as Pprof } from 'pprof-format';
import { functionsById } from './stack-entries.ts';

/** What is wrong with a decoded profile, as the part of a sentence; undefined where all that it names is there. */
export function findProblem(profile: Pprof): string | undefined {
  const { strings } = profile.stringTable;
  const isText = (...rows: readonly (number | bigint)[]): boolean => rows.every((row) => Number(row) in strings);
  const functions = functionsById(profile);
  const locations = new Set(profile.location.map(({ id }) => Number(id)));
  if (profile.sampleType.length === 0) return 'it names nothing that was measured';
  if (!profile.sampleType.every(({ type, unit }) => isText(type, unit))) return 'a name of its values is missing';
  if (!profile.function.every(({ name, systemName, filename }) => isText(name, systemName, filename)))
    return 'the name of a function is missing';
  if (!profile.location.every(({ line }) => line.every(({ functionId }) => functions.has(Number(functionId)))))
    return 'a location names a function that is not there';
  for (const { locationId, value, label } of profile.sample) {
    if (value.length !== profile.sampleType.length) return 'a sample has more or fewer values than the profile';
    if (value.some((each) => BigInt.asIntN(64, BigInt(each)) < 0n))
      return 'it holds the difference of two profiles (negative values); open these two';
    if (!locationId.every((id) => locations.has(Number(id)))) return 'a sample names a location that is not there';
    if (!label.every(({ key, str }) => isText(key, str))) return 'a label of a sample is missing';
  }
  return undefined;
}
