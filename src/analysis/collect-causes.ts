import type { PositionIndex } from '../core/index.ts';
import { buildCauses } from '../readers/v8-log/build-causes.ts';
import { readLoggedCauses } from '../readers/v8-log/cause-log.ts';
import type { CausePlace, Causes } from '../recording/index.ts';
import { mapPositions, type Places } from '../source-maps/index.ts';
import { explainUnreadable, UnreadableRecordingError } from './errors.ts';

/** Reads the causes from the log of a run for causes. Places in them are original. Throws `UnreadableRecordingError`. */
export async function collectCauses(recording: string, places: Partial<Places>): Promise<Causes> {
  try {
    const ofThreads = (await readLoggedCauses(recording)).map((logged) => {
      const { sources, positions } = mapPositions(logged.request, places);
      const placeOf = (position: PositionIndex): CausePlace | undefined => {
        const source = position < 0 ? undefined : sources.at(positions.source[position]);
        const isKnown = source !== undefined && positions.source[position] >= 0 && positions.line[position] > 0;
        return isKnown ? { file: source.path, line: positions.line[position] } : undefined;
      };
      return buildCauses(logged, placeOf);
    });
    if (ofThreads.length === 0)
      throw new UnreadableRecordingError(`${recording} has no V8 log, from which causes come.`);
    return ofThreads.reduce(join);
  } catch (error) {
    throw explainUnreadable(recording, error);
  }
}

/** Joins the causes of two threads. Indices of the second are moved behind those of the first. */
function join(first: Causes, second: Causes): Causes {
  const [scripts, families] = [first.scripts.length, first.families.length];
  const move = <T extends { readonly script: number }>(each: T): T => ({ ...each, script: each.script + scripts });
  return {
    ...first,
    scripts: [...first.scripts, ...second.scripts],
    families: [...first.families, ...second.families],
    sites: [
      ...first.sites,
      ...second.sites.map((site) => ({
        ...move(site),
        families: site.families.map(([family, shapes]) => [family + families, shapes] as [number, number]),
      })),
    ],
    thrownOut: [...first.thrownOut, ...second.thrownOut.map(move)],
    passedOver: first.passedOver + second.passedOver,
  };
}
