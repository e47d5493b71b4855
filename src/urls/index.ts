export { decodeDataUrl } from './data-url.ts';
export { findSourceMapUrl } from './find-source-map-url.ts';
export { isOnNetwork } from './is-on-network.ts';
