import { RecordingError } from '../recording/index.ts';

const PROFILE_KEY = '"profile":';
const URL_KEY = '"url":"';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The profile's bytes in the answer `{"id":7,"result":{"profile":{…}}}` of Profiler.stop: no copy, no parsing. */
export function cutProfile(answer: Buffer): Buffer {
  const key = answer.subarray(0, 200).indexOf(PROFILE_KEY);
  const profile = answer.subarray(key + PROFILE_KEY.length, answer.length - 2);
  if (key < 0 || profile[0] !== 0x7b || answer.toString('latin1', answer.length - 3) !== '}}}') {
    throw new RecordingError('profile-unreadable', 'The runtime answered with something that is not a profile.');
  }
  return profile;
}

/** The urls of all scripts in a profile's bytes, each once. A quote inside a JSON string is escaped, so keys are safe. */
export function findScriptUrls(profile: Buffer): string[] {
  const urls = new Set<string>();
  for (let at = profile.indexOf(URL_KEY); at >= 0; at = profile.indexOf(URL_KEY, at)) {
    const start = at + URL_KEY.length;
    let end = start;
    while (profile[end] !== QUOTE && end < profile.length) end += profile[end] === BACKSLASH ? 2 : 1;
    if (end > start) urls.add(profile.toString('latin1', start - 1, end + 1));
    at = end;
  }
  return [...urls].map((text) => JSON.parse(Buffer.from(text, 'latin1').toString('utf8')) as string);
}

/** The bytes of a recording: the profile as it came, with the facts as its last key. */
export function addFacts(profile: Buffer, facts: string): Buffer[] {
  return [profile.subarray(0, profile.length - 1), Buffer.from(`,"$heatline":${facts}}\n`, 'utf8')];
}
