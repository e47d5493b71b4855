export { isInside } from './find/file-access.ts';
export { Files } from './find/files.ts';
export { closestTo } from './find/nearby-files.ts';
export { mapPositions } from './map-positions.ts';
export type { Places } from './resolve/mapping-work.ts';
export { createMapCache, type MapCache } from './find/map-cache.ts';
