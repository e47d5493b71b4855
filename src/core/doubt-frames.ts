import type { Diagnostic, RecordedFacts } from '../recording/index.ts';
import { type Profile, TickRepair } from './profile.ts';
import type { Share } from './units.ts';

/** Below this share of the active time there is no diagnostic. */
const NOTABLE_SHARE = 0.01;

/**
 * May the sampler have skipped the function that called a builtin, and blamed its caller? V8 does so unless Heatline's frame
 * repair was at work.
 */
export const mayLoseFrames = ({ frameRepair, sampler }: Pick<RecordedFacts, 'frameRepair' | 'sampler'>): boolean =>
  sampler !== 'other' && frameRepair?.state !== 'on';

/** V8's log tells which of its ticks were in a builtin. */
const tellsBuiltins = ({ sampler }: Pick<RecordedFacts, 'sampler'>): boolean => sampler === 'v8log';

/**
 * Marks every tick that may be on the wrong line because V8 lost a frame. V8 logs tell which ticks were in a builtin. Other
 * recordings do not, so all of their ticks are in doubt.
 */
export function doubtFrames(profile: Profile): Profile {
  const { recording, ticks } = profile;
  if (!mayLoseFrames(recording) || tellsBuiltins(recording)) return profile;
  const known = ticks.repair ?? new Uint8Array(ticks.node.length);
  const repair = known.map((repaired) => (repaired === TickRepair.none ? TickRepair.doubted : repaired));
  return { ...profile, ticks: { ...ticks, repair } };
}

/** A diagnostic if a notable share of the active time is on lines in doubt. */
export function noticeLostFrames({ recording }: Pick<Profile, 'recording'>, share: Share): Diagnostic[] {
  if (!(share >= NOTABLE_SHARE)) return [];
  const { frameRepair } = recording;
  const isLeftAlone = frameRepair?.state === 'off' && frameRepair.reason === 'attached';
  return [
    {
      ...{ code: 'frames-may-be-lost', severity: 'info', share, areSamplesKnown: tellsBuiltins(recording) },
      ...(isLeftAlone && { attached: true }),
      ...(recording.value && { value: recording.value.name }),
    },
  ];
}
