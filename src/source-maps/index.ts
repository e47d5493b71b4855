export { Files } from './find/files.ts';
export { mapPositions } from './map-positions.ts';
export { createMapCache, type MapCache } from './find/map-cache.ts';
