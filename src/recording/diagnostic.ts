import * as v from 'valibot';
import { unrecordedSchema } from './threads.ts';

const text = v.string();
const number = v.pipe(v.number(), v.finite());
const severity = v.picklist(['error', 'warning', 'info']);
const common = {
  severity,
  /** Absolute path or url of the file that it is about. */
  file: v.optional(text),
  /** 1-based. */
  line: v.optional(number),
  /** Names of the threads that it is about, where it is not about all of the recording. */
  inThreads: v.optional(v.array(text)),
};
const knowing = <Details extends v.ObjectEntries>(details: Details) => v.object({ ...common, ...details });
const reasonWithMap = { map: v.optional(text), reason: text };

/**
 * What each diagnostic knows. Times are in microseconds, shares from 0 to 1. The sentences are in
 * `present/diagnostics.ts`.
 */
const schemas = {
  // How the recording was asked for, and what became of its program.
  'interval-short': knowing({ intervalUs: number, achievableUs: number }),
  'log-too-large': knowing({ limitBytes: number }),
  'log-cut': knowing({ reason: text }),
  // `kept`: of its samples; `most`: but for the last ones.
  'program-gone': knowing({
    kept: v.picklist(['all', 'most', 'none']),
    why: v.picklist(['killed', 'out-of-memory', 'inspector-closed', 'inspector-silent', 'vanished']),
    signal: v.optional(text),
  }),
  'recorder-killed': knowing({}),
  // `nodes`: how many came that could not be recorded. `unrecorded`: the processes that are no other program, as far as is known.
  'no-node-recorded': knowing({ nodes: number, unrecorded: v.optional(v.array(unrecordedSchema)) }),
  'sampling-ended-early': knowing({ afterUs: number }),
  'processes-run-on': knowing({ processes: v.array(v.object({ pid: number, name: text })) }),
  'recording-not-finished': knowing({ reason: text }),
  // What is wrong with `console.profile` and `console.profileEnd`. `marks`: how many were noted.
  'marks-limit': knowing({ marks: number }),
  'mark-without-start': knowing({ names: v.array(text) }),
  'marks-empty': knowing({}),
  'build-output-stale': knowing({ program: text }),
  'build-output-without-map': knowing({ program: text }),
  'tsconfig-unreadable': knowing({ reason: text }),
  // What the recording itself says.
  'recording-facts-unreadable': knowing({ key: v.optional(text) }),
  'recording-newer': knowing({}),
  'times-repaired': knowing({ samples: number }),
  'v8-log-shared': knowing({ threads: number }),
  'v8-log-broken-lines': knowing({ lines: number }),
  'v8-log-broken-tables': knowing({ functions: number }),
  'threads-not-found': knowing({}),
  'stacks-truncated': knowing({ stacks: number }),
  'samples-lost': knowing({ lost: number, taken: number }),
  'threads-started': knowing({ share: number, cpuUs: number, threads: number }),
  'inlined-unknown': knowing({ share: number }),
  'inlined-elsewhere': knowing({ share: number, runtimeVersion: v.optional(text) }),
  // `areSamplesKnown`: the recording tells which of its samples were in a builtin.
  // `value`: the name of what it is a share of, where that is not active time.
  'frames-may-be-lost': knowing({
    ...{ share: number, value: v.optional(text) },
    ...{ areSamplesKnown: v.boolean(), attached: v.optional(v.boolean()) },
  }),
  'eval-unnamed': knowing({ share: number, value: v.optional(text) }),
  // How it was mapped. `map`: path or url; absent for a map inside the file itself.
  'source-map-missing': knowing({ url: text }),
  'source-map-remote': knowing({ url: text }),
  'source-map-too-big': knowing({ url: text, limitBytes: number }),
  'source-map-corrupt': knowing({ generated: text, ...reasonWithMap }),
  'source-map-stale': knowing({}),
  'source-map-mismatched': knowing(reasonWithMap),
  'source-map-without-columns': knowing({ map: v.optional(text) }),
  'source-map-empty': knowing({}),
  'source-map-unknown': knowing({}),
  // `from` had been the folder of files; `to`, where known, is a folder here that has one of that name.
  'files-elsewhere': knowing({ share: number, value: v.optional(text), from: text, to: v.optional(text) }),
  'source-changed': knowing({ generated: text }),
  'source-newer': knowing({ generated: text }),
};

const sentenceSchema = v.object({ code: text, message: text, ...common });

/** How much a diagnostic matters. */
export type Severity = v.InferOutput<typeof severity>;
/** Stable names of what can be noticed, in kebab case. */
export type DiagnosticCode = keyof typeof schemas;
/** The diagnostic of one code. */
export type DiagnosticOf<Code extends DiagnosticCode> = {
  readonly code: Code;
  readonly message?: undefined;
} & Readonly<v.InferOutput<(typeof schemas)[Code]>>;
/** A diagnostic that is known as a sentence only: a failure's own words. */
export type SentenceDiagnostic = Readonly<v.InferOutput<typeof sentenceSchema>>;
/** Something worth knowing that is not fatal, as data; `describeDiagnostic` makes the sentence. */
export type Diagnostic = { [Code in DiagnosticCode]: DiagnosticOf<Code> }[DiagnosticCode] | SentenceDiagnostic;

/** The diagnostic in a recording; undefined for one that this version does not know. */
export function parseDiagnostic(value: unknown): Diagnostic | undefined {
  const sentence = v.safeParse(sentenceSchema, value);
  if (sentence.success) return sentence.output;
  const code = (value as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !Object.hasOwn(schemas, code)) return undefined;
  const parsed = v.safeParse(schemas[code as DiagnosticCode], value);
  return parsed.success ? ({ code, ...parsed.output } as Diagnostic) : undefined;
}
