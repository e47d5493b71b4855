// The bundle dist/strip-hooks.cjs: loader hooks, and what installs them.
export { load, resolve } from './strip-hooks.ts';
export { install } from './strip-install.ts';
