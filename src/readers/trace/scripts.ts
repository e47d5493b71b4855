import * as v from 'valibot';
import type { Script } from '../../core/index.ts';
import type { TraceEvent } from './threads.ts';

const text = v.optional(v.string());
const scriptSchema = v.object({
  data: v.object({
    isolate: v.optional(v.union([v.string(), v.number()])),
    scriptId: v.union([v.string(), v.number()]),
    ...{ url: text, sourceMapUrl: text, sourceText: text },
  }),
});
const metadataSchema = v.object({
  startTime: text,
  sourceMaps: v.optional(v.array(v.object({ url: text, sourceMapUrl: text, sourceMap: v.unknown() })), []),
  resources: v.optional(v.array(v.object({ url: v.string(), content: text })), []),
});

type Known = Pick<Script, 'source' | 'sourceMap' | 'sourceMapUrl'>;

/** The texts and source maps of scripts, which an enhanced trace holds in events and in its metadata. */
export class TraceScripts {
  /** The script that a url is of, by its process, isolate and number. */
  readonly #keys = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #maps = new Map<string, string>();
  #metadata: v.InferOutput<typeof metadataSchema> | undefined;

  add({ name, pid, args }: TraceEvent): void {
    const script = /Script(?:Catchup|Compiled)$/.test(name) ? v.safeParse(scriptSchema, args) : undefined;
    if (!script?.success) return;
    const { isolate, scriptId, url, sourceMapUrl, sourceText } = script.output.data;
    const key = `${pid} ${isolate} ${scriptId}`;
    if (url) this.#keys.set(url, key);
    if (url && sourceMapUrl) this.#maps.set(url, sourceMapUrl);
    // A long text comes in several parts.
    if (sourceText !== undefined)
      this.#texts.set(key, name.startsWith('Large') ? (this.#texts.get(key) ?? '') + sourceText : sourceText);
  }

  addMetadata(value: unknown): void {
    const metadata = v.safeParse(metadataSchema, value);
    if (metadata.success) this.#metadata = metadata.output;
  }

  /** Milliseconds since 1970. */
  get startedAt(): number | undefined {
    return Date.parse(this.#metadata?.startTime ?? '') || undefined;
  }

  /** What is known of the script of this url. */
  get(url: string): Known {
    const key = this.#keys.get(url);
    const resource = this.#metadata?.resources.find((each) => each.url === url);
    const source = (key === undefined ? undefined : this.#texts.get(key)) ?? resource?.content;
    const sourceMapUrl = this.#maps.get(url);
    const absolute =
      sourceMapUrl !== undefined && URL.canParse(sourceMapUrl, url) ? new URL(sourceMapUrl, url).href : '';
    const map = this.#metadata?.sourceMaps.find((each) => each.url === url || each.sourceMapUrl === absolute);
    return {
      ...(source !== undefined && { source }),
      ...(sourceMapUrl !== undefined && { sourceMapUrl }),
      ...(map !== undefined && {
        sourceMap: typeof map.sourceMap === 'string' ? map.sourceMap : JSON.stringify(map.sourceMap),
      }),
    };
  }
}
