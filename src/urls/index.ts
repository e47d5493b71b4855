export { isOnNetwork } from './is-on-network.ts';
export { findSourceMapUrl, parseDataUrl } from './source-map-url.ts';
