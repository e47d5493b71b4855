export { Files } from './find/files.ts';
export { createPositionMapper } from './position-mapper.ts';
export { createMapCache, type MapCache } from './find/map-cache.ts';
