import type { Diagnostic, Severity } from '../recording/index.ts';

/** Collects diagnostics, each once. */
export interface Findings {
  add(diagnostic: Diagnostic): void;
  list(): readonly Diagnostic[];
}

export function collectFindings(): Findings {
  const found = new Map<string, Diagnostic>();
  return {
    add: (diagnostic) => void found.set(JSON.stringify(diagnostic), diagnostic),
    list: () => [...found.values()],
  };
}

/** A dependency's map is nothing that the user can mend. */
const severityFor = (file: string): Severity => (/[\\/]node_modules[\\/]/.test(file) ? 'info' : 'warning');
const about = (file: string): { severity: Severity; file: string } => ({ severity: severityFor(file), file });

export const mapMissing = (file: string, url: string): Diagnostic => ({
  code: 'source-map-missing',
  ...about(file),
  url: shorten(url),
});

export const mapRemote = (file: string, url: string): Diagnostic => ({
  code: 'source-map-remote',
  ...about(file),
  url: shorten(url),
});

export const mapTooBig = (file: string, url: string, limitBytes: number): Diagnostic => ({
  code: 'source-map-too-big',
  ...about(file),
  url: shorten(url),
  limitBytes,
});

export const mapCorrupt = (generated: string, map: string | undefined, reason: string): Diagnostic => ({
  code: 'source-map-corrupt',
  severity: severityFor(generated),
  file: map ?? generated,
  generated,
  map: map && shorten(map),
  reason,
});

export const mapStale = (file: string): Diagnostic => ({ code: 'source-map-stale', severity: 'warning', file });

export const mapMismatched = (file: string, map: string | undefined, reason: string): Diagnostic => ({
  code: 'source-map-mismatched',
  ...about(file),
  map: map && shorten(map),
  reason,
});

export const mapWithoutColumns = (file: string, map: string | undefined): Diagnostic => ({
  code: 'source-map-without-columns',
  ...about(file),
  map: map && shorten(map),
});

export const mapEmpty = (file: string): Diagnostic => ({ code: 'source-map-empty', severity: 'info', file });

export const sourceChanged = (file: string, generated: string): Diagnostic => ({
  code: 'source-changed',
  ...about(file),
  generated,
});

export const sourceNewer = (file: string, generated: string): Diagnostic => ({
  code: 'source-newer',
  severity: 'info',
  file,
  generated,
});

export const mapUnknown = (file: string): Diagnostic => ({ code: 'source-map-unknown', ...about(file) });

/** A map's place may be the map itself. */
const shorten = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}…` : url);
