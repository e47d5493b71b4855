/** How a Node of some version runs TypeScript itself. */
export interface NativeTypeScript {
  /** What to pass so that it does; empty where it is on by default. */
  readonly runtimeArgs: readonly string[];
}

/**
 * Whether this Node strips types itself: 22.18 and 23.6 on by default, from 22.6 with a flag; undefined where it cannot.
 * `feature` is `process.features.typescript` where the runtime was asked: a Node built without it says false.
 * Source: https://nodejs.org/api/typescript.html
 */
export function nativeTypeScript(version: string, feature?: string | false): NativeTypeScript | undefined {
  const [major, minor] = parseVersion(version);
  const isDefault = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
  if (isDefault) return feature === false ? undefined : { runtimeArgs: [] };
  const hasFlag = major === 23 || (major === 22 && minor >= 6);
  return hasFlag ? { runtimeArgs: ['--experimental-strip-types'] } : undefined;
}

/** Major and minor of `v22.18.0`. */
export function parseVersion(version: string): [major: number, minor: number] {
  const match = /^v?(\d+)\.(\d+)/.exec(version);
  return match ? [Number(match[1]), Number(match[2])] : [0, 0];
}
