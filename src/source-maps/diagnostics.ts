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

/** A dependency's map is nothing that the user can mend. */
export const severityFor = (file: string): Severity => (/[\\/]node_modules[\\/]/.test(file) ? 'info' : 'warning');

/** What a diagnostic about a file begins with. */
export const about = (file: string): { severity: Severity; file: string } => ({ severity: severityFor(file), file });

/** What a map is called in a diagnostic, by its place, which may be the map itself. */
export const shorten = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}…` : url);

export const mapMismatched = (file: string, map: string | undefined, reason: string): Diagnostic => ({
  code: 'source-map-mismatched',
  ...about(file),
  map: map && shorten(map),
  reason,
});
