/**
 * Whether a path leads to another machine, as `\\host\share` does on Windows (`platform`: as Node names it). A recording
 * may name any path, and asking for this one would tell that machine who is looking at the recording.
 */
export function isOnNetwork(path: string, platform: string): boolean {
  return platform === 'win32' && /^[\\/]{2}/.test(path);
}
