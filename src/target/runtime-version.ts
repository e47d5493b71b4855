/** Major and minor of `v22.18.0`; zeros for what is no version. */
export function parseVersion(version: string): [major: number, minor: number] {
  const match = /^v?(\d+)\.(\d+)/.exec(version);
  return match ? [Number(match[1]), Number(match[2])] : [0, 0];
}

/**
 * What to pass to this Node so that it strips types itself; undefined where it cannot. Node 22.18 and 23.6 need nothing,
 * from 22.6 on there is a flag. `feature` is `process.features.typescript` where the runtime was asked: a Node built
 * without it says false. Source: https://nodejs.org/api/typescript.html
 */
export function nativeTypeScriptArgs(version: string, feature?: string | false): readonly string[] | undefined {
  const [major, minor] = parseVersion(version);
  const isDefault = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
  if (isDefault) return feature === false ? undefined : [];
  const hasFlag = major === 23 || (major === 22 && minor >= 6);
  return hasFlag ? ['--experimental-strip-types'] : undefined;
}
