import { Category } from './analysis.ts';
import type { Source } from './mapping.ts';

/** Code that nobody wrote for this program: bundlers' runtimes and stubs, and files of package managers. */
const TOOLING: readonly RegExp[] = [
  // `webpack://app/webpack/bootstrap`, `…/(webpack)/buildin/module.js`, `…/external "fs"`; own files begin with `./`.
  /^webpack(?:-internal)?:\/\/[^/]*\/(?:webpack\/|\(webpack\)|(?:external|ignored|delegated|remote)[ |])/,
  // The same where the bundler was told to write plain paths.
  /[\\/]webpack[\\/](?:bootstrap|universalModuleDefinition|(?:before-|after-)?startup|runtime[\\/][^\\/.]+)$/,
  /^turbopack:\/{2,3}\[turbopack/,
  // Rollup's and Vite's virtual modules.
  /\0/,
  // Yarn's Plug'n'Play, its releases and its cache.
  /[\\/]\.pnp\.(?:c?js|loader\.mjs)$/,
  /[\\/]\.yarn[\\/]/,
];

/** Whose code a source is: the runtime's, a dependency's or a build tool's, or the user's own. */
export function categoryOfSource(source: Source | undefined): Category {
  if (!source) return Category.own;
  const { path } = source;
  if (/^(node:|internal\/)/.test(path)) return Category.node;
  if (path.startsWith('wasm:')) return Category.native;
  const isForeign =
    source.isOfPackage === true || /[\\/]node_modules[\\/]/.test(path) || TOOLING.some((pattern) => pattern.test(path));
  return isForeign ? Category.dependency : Category.own;
}
