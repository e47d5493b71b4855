import { basename } from 'node:path';
import type { Diagnostic, Severity } from '../core/index.ts';

/** Collects diagnostics, each once. */
export interface Findings {
  add(diagnostic: Diagnostic): void;
  list(): readonly Diagnostic[];
}

export function collectFindings(): Findings {
  const found = new Map<string, Diagnostic>();
  return {
    add: (diagnostic) => void found.set(`${diagnostic.code}\n${diagnostic.file}\n${diagnostic.message}`, diagnostic),
    list: () => [...found.values()],
  };
}

const ON_GENERATED = 'its heat shows on the generated lines';
/** A dependency's map is nothing that the user can mend. */
const severityFor = (file: string): Severity => (/[\\/]node_modules[\\/]/.test(file) ? 'info' : 'warning');
const shorten = (url: string) => (url.length > 200 ? `${url.slice(0, 200)}…` : url);

export function mapMissing(file: string, url: string): Diagnostic {
  const message = `The source map of ${file} was not found (${shorten(url)}), so ${ON_GENERATED}; build it again with source maps.`;
  return { code: 'source-map-missing', severity: severityFor(file), message, file };
}

export function mapRemote(file: string, url: string): Diagnostic {
  const message = `The source map of ${file} is at ${shorten(url)}, and maps are never fetched from a network, so ${ON_GENERATED}; save it as ${basename(file)}.map beside the file and take the url out.`;
  return { code: 'source-map-remote', severity: severityFor(file), message, file };
}

export function mapTooBig(file: string, url: string, limit: number): Diagnostic {
  const message = `The source map of ${file} (${shorten(url)}) is larger than ${limit / 1024 / 1024} MB, so ${ON_GENERATED}; split the bundle, or build it without embedded sources.`;
  return { code: 'source-map-too-big', severity: severityFor(file), message, file };
}

export function mapCorrupt(file: string, map: string | undefined, reason: string): Diagnostic {
  const name = map === undefined ? `inside ${file}` : `${shorten(map)} of ${file}`;
  const message = `The source map ${name} cannot be used: ${reason}; ${ON_GENERATED}. Build it again.`;
  return { code: 'source-map-corrupt', severity: severityFor(file), message, file: map ?? file };
}

export function mapStale(file: string): Diagnostic {
  const message = `${file} has changed since the recording, so its source map no longer fits what ran and ${ON_GENERATED} of that time; record again.`;
  return { code: 'source-map-stale', severity: 'warning', message, file };
}

export function mapMismatched(file: string, map: string | undefined, reason: string): Diagnostic {
  const name = map === undefined ? `inside ${file}` : shorten(map);
  const message = `The source map ${name} does not belong to ${file} as it is: ${reason}; ${ON_GENERATED}. Build both again.`;
  return { code: 'source-map-mismatched', severity: severityFor(file), message, file };
}

export function mapWithoutColumns(file: string, map: string | undefined): Diagnostic {
  const name = map === undefined ? `inside ${file}` : shorten(map);
  const message = `The source map ${name} has no columns, but single lines of ${file} hold the code of many: that time is shown by function, in the built file. Build with a full source map (webpack: "devtool": "source-map") to see original lines.`;
  return { code: 'source-map-without-columns', severity: severityFor(file), message, file };
}

export function mapEmpty(file: string): Diagnostic {
  const message = `The source map of ${file} maps nothing, so ${ON_GENERATED}.`;
  return { code: 'source-map-empty', severity: 'info', message, file };
}

export function sourceChanged(file: string, generated: string): Diagnostic {
  const message = `${file} differs from what ${generated} was built from, so its lines may have moved since; build and record again.`;
  return { code: 'source-changed', severity: severityFor(file), message, file };
}

export function sourceNewer(file: string, generated: string): Diagnostic {
  const message = `${file} was saved after ${generated} was built, so its lines may have moved since; build and record again if it changed.`;
  return { code: 'source-newer', severity: 'info', message, file };
}

export function mapUnknown(file: string): Diagnostic {
  const message = `${file} is not what ran: functions lie behind the end of its text, so a loader compiled it in memory, or it was changed since. The recording has no source map of it, so its functions have no lines; record it again with Heatline, which keeps the maps of loaders, and leave the file as it is meanwhile.`;
  return { code: 'source-map-unknown', severity: severityFor(file), message, file };
}
