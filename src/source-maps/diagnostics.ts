import type { Diagnostic, Severity } from '../recording/index.ts';

/** Collects diagnostics, each once. */
export class Findings {
  readonly #found = new Map<string, Diagnostic>();

  add(diagnostic: Diagnostic): void {
    this.#found.set(JSON.stringify(diagnostic), diagnostic);
  }

  list(): readonly Diagnostic[] {
    return [...this.#found.values()];
  }
}

/** What a diagnostic about a file begins with. A dependency's map is nothing that the user can mend. */
export const about = (file: string): { severity: Severity; file: string } => ({
  severity: /[\\/]node_modules[\\/]/.test(file) ? 'info' : 'warning',
  file,
});

/** What a map is called in a diagnostic, by its place, which may be the map itself. */
export const shorten = <Url extends string | undefined>(url: Url) =>
  url !== undefined && url.length > 200 ? `${url.slice(0, 200)}…` : url;

export const mapMismatched = (file: string, map: string | undefined, reason: string): Diagnostic => ({
  code: 'source-map-mismatched',
  ...about(file),
  map: shorten(map),
  reason,
});
