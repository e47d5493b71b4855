import type { NpmPackage } from '../../core/index.ts';

/** Paths of what other languages bring along or install: `name`, `version` where the path has it. */
const INSTALLED: readonly RegExp[] = [
  // Go's own packages, by where Go is installed or, built with -trimpath, by their names; then modules.
  /^.*[\\/](?:usr[\\/](?:local|lib)[\\/]go[^\\/]*|hostedtoolcache[\\/]go[\\/].*|Cellar[\\/]go[\\/].*)[\\/]src[\\/](?<name>[^\\/]+)(?=[\\/])/,
  /^(?<name>archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|sync|syscall|testing|text|time|unicode|unique|vendor)(?=\/.*\.(?:go|s)$)/,
  /^(?:.*[\\/]pkg[\\/]mod[\\/])?(?<name>[^@]+)@v(?<version>\d[^\\/]*)(?=[\\/].*\.(?:go|s)$)/,
  // Python.
  /^.*[\\/](?:site|dist)-packages[\\/](?<name>[^\\/]+?)(?=[\\/]|\.py$)/,
  /^.*[\\/]lib[\\/]python\d[^\\/]*[\\/](?<name>[^\\/]+?)(?=[\\/]|\.py$)/,
  /^<frozen (?<name>[^>]+)>/,
  // Ruby.
  /^.*[\\/]gems[\\/](?<name>[^\\/]+?)-(?<version>\d[^\\/]*)(?=[\\/].*\.rb$)/,
  /^.*[\\/]lib[\\/]ruby[\\/][^\\/]+[\\/](?<name>[^\\/]+?)(?=[\\/].*\.rb$|\.rb$)/,
  // Rust.
  /^.*[\\/]\.cargo[\\/]registry[\\/]src[\\/][^\\/]+[\\/](?<name>[^\\/]+?)-(?<version>\d[^\\/]*)(?=[\\/])/,
  /^(?:[\\/]rustc[\\/][^\\/]+|.*[\\/]rustlib[\\/]src[\\/]rust)[\\/]library[\\/](?<name>[^\\/]+)(?=[\\/])/,
];

/** The package of Go, Python, Ruby or Rust that a file belongs to, by its path; undefined for all others. */
export function packageOfOtherLanguage(path: string): NpmPackage | undefined {
  for (const pattern of INSTALLED) {
    const found = pattern.exec(path);
    if (!found?.groups) continue;
    const { name, version } = found.groups;
    return { name, ...(version && { version }), folder: found[0] };
  }
  return undefined;
}
