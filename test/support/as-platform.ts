/** Does something as on another system, as far as `process.platform` tells. Not for what waits meanwhile. */
export function asPlatform<T>(platform: NodeJS.Platform, work: () => T): T {
  const own = Object.getOwnPropertyDescriptor(process, 'platform');
  if (own === undefined) throw new Error('Node has no process.platform');
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  try {
    return work();
  } finally {
    Object.defineProperty(process, 'platform', own);
  }
}
