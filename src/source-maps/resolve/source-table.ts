import type { Source } from '../../core/index.ts';

/** The sources of a mapping, each once, in order of their first use. */
export interface SourceTable {
  add(source: Source): number;
  list(): readonly Source[];
}

export function buildSourceTable(): SourceTable {
  const rows = new Map<string, number>();
  const sources: Source[] = [];
  return {
    add: (source) => {
      const known = rows.get(source.path);
      if (known === undefined) {
        rows.set(source.path, sources.length);
        return sources.push(source) - 1;
      }
      // An original that is also met as generated code stays what it is; what was unknown of it is filled in.
      const before = sources[known];
      const isGenerated = before.isGenerated && source.isGenerated;
      const contentHash = before.contentHash ?? source.contentHash;
      const content = before.content ?? source.content;
      sources[known] = {
        ...before,
        isGenerated,
        ...(contentHash && { contentHash }),
        ...(content !== undefined && { content }),
      };
      return known;
    },
    list: () => sources,
  };
}
