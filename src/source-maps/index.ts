export { openFiles } from './files.ts';
export { createPositionMapper } from './position-mapper.ts';
export { createMapCache, type MapCache } from './map-cache.ts';
