/**
 * Whether a path leads to another machine, as `\\host\share` does on Windows (`platform`: as Node names it). A recording may
 * name any: to ask there would tell that machine who looks at it.
 */
export function isOnNetwork(path: string, platform: string): boolean {
  return platform === 'win32' && /^[\\/]{2}/.test(path);
}
