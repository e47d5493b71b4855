export { decodeDataUrl } from './data-url.ts';
export { findSourceMapUrl } from './find-source-map-url.ts';
export { isInPackage } from './in-package.ts';
export { isOnNetwork } from './is-on-network.ts';
export { type MovedPath, movePath } from './moved-path.ts';
export { isServed, servedPath } from './served-url.ts';
export { decoded, isDrive, pathOfUrl, scriptName } from './path-of-url.ts';
