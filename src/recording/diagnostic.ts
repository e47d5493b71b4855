import * as v from 'valibot';

const text = v.string();
const number = v.pipe(v.number(), v.finite());
/** What is lost together with a program. */
const lost = v.picklist(['samples', 'calls']);
const reasonWithMap = { map: v.optional(text), reason: text };

/**
 * What each diagnostic knows besides the file that it is about. Times are in microseconds, shares from 0 to 1. The
 * sentences are in `present/diagnostics.ts`.
 */
const details = {
  // How the recording was asked for, and what became of its program.
  'interval-short': { intervalUs: number, achievableUs: number },
  'log-too-large': { limitBytes: number },
  'program-syntax-error': { error: text },
  'program-killed': { signal: v.optional(text), isOutOfMemory: v.optional(v.boolean()), lost: v.optional(lost) },
  'program-out-of-memory': { lost },
  'program-aborted': { signal: text, lost },
  'program-vanished': { lost },
  'inspector-closed': { lost },
  'recording-not-finished': { reason: text },
  'build-output-stale': { program: text },
  'build-output-without-map': { program: text },
  // What the recording itself says.
  'recording-facts-unreadable': { key: v.optional(text) },
  'recording-newer': {},
  'v8-log-shared': { threads: number },
  'v8-log-broken-lines': { lines: number },
  'v8-log-broken-tables': { functions: number },
  'stacks-truncated': { stacks: number },
  'sampler-starved': { silentUs: number },
  'inlined-unknown': { share: number },
  'inlined-elsewhere': { share: number, runtimeVersion: v.optional(text) },
  'eval-unnamed': { share: number },
  // How it was mapped. `map`: path or url; absent for a map inside the file itself.
  'source-map-missing': { url: text },
  'source-map-remote': { url: text },
  'source-map-too-big': { url: text, limitBytes: number },
  'source-map-corrupt': { generated: text, ...reasonWithMap },
  'source-map-stale': {},
  'source-map-mismatched': reasonWithMap,
  'source-map-without-columns': { map: v.optional(text) },
  'source-map-empty': {},
  'source-map-unknown': {},
  'source-changed': { generated: text },
  'source-newer': { generated: text },
};

const severity = v.picklist(['error', 'warning', 'info']);
const common = { severity, file: v.optional(text), line: v.optional(number) };
const sentenceSchema = v.object({ code: text, message: text, ...common });

/** How much a diagnostic matters. */
export type Severity = v.InferOutput<typeof severity>;
/** Stable names of what can be noticed, in kebab case. */
export type DiagnosticCode = keyof typeof details;

interface Noticed<Code extends string> {
  readonly code: Code;
  readonly severity: Severity;
  /** Absolute path or url of the file that it is about. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}
type Details<Code extends DiagnosticCode> = v.InferOutput<v.ObjectSchema<(typeof details)[Code], undefined>>;
/** The diagnostic of one code. */
export type DiagnosticOf<Code extends DiagnosticCode> = Noticed<Code> &
  Readonly<Details<Code>> & { readonly message?: undefined };
/** A diagnostic that is known as a sentence only: a failure's own words, or a note of Heatline 0.1. */
export type SentenceDiagnostic = Noticed<string> & { readonly message: string };
/** Something worth knowing that is not fatal, as data; `describeDiagnostic` makes the sentence. */
export type Diagnostic = { [Code in DiagnosticCode]: DiagnosticOf<Code> }[DiagnosticCode] | SentenceDiagnostic;

/** The diagnostic in a recording; undefined for one that this version does not know. */
export function parseDiagnostic(value: unknown): Diagnostic | undefined {
  const sentence = v.safeParse(sentenceSchema, value);
  if (sentence.success) return sentence.output;
  const code = (value as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !Object.hasOwn(details, code)) return undefined;
  const schema = v.object({ code: v.literal(code), ...common, ...details[code as DiagnosticCode] });
  const parsed = v.safeParse(schema, value);
  return parsed.success ? (parsed.output as Diagnostic) : undefined;
}
