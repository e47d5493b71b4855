export { decodeDataUrl } from './data-url.ts';
export { findSourceMapUrl } from './find-source-map-url.ts';
export { type MovedPath, movePath } from './moved-path.ts';
export * from './path-of-url.ts';
