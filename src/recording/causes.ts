import * as v from 'valibot';

const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** 1-based. */
const line = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** An original place: an absolute path, or the url of what is no file. */
const place = v.object({ file: v.string(), line });
/** A generated position, as in a profile; the column is 0-based. */
const position = { script: index, line, column: index };

const familySchema = v.object({
  /** The constructor's; absent for literals and the like. */
  name: v.optional(v.string()),
  /** Where such an object gets its first property. */
  at: v.optional(place),
  /** How many shapes of them were seen where many shapes are read. */
  shapes: index,
  /** The last property that all of these shapes have in the same order; absent where even the first differs. */
  after: v.optional(v.string()),
  /** Properties that follow it in some shapes, the most frequent first, and where they are added; empty for a single shape. */
  differ: v.array(v.string()),
  differAt: v.array(place),
});

const siteSchema = v.object({
  ...position,
  /** `o[key]`. */
  isKeyed: v.boolean(),
  isMegamorphic: v.boolean(),
  /** The properties, the most frequent first, and how many there are in all. */
  keys: v.array(v.string()),
  keyCount: index,
  shapeCount: index,
  /** Pairs of a family (an index) and its shapes here, the most first. */
  families: v.array(v.tuple([index, index])),
  /**
   * What made the objects dictionaries. `deleted`: a property that was not the last one; `many`: more properties than V8 keeps fast.
   * Of several reasons or places none is told: objects that share a shape from then on cannot be told apart.
   */
  dictionary: v.optional(
    v.object({ reason: v.optional(v.picklist(['deleted', 'many', 'accessor'])), at: v.optional(place) }),
  ),
});

const thrownOutSchema = v.object({
  /** Of the function's definition. */
  ...position,
  /** How many pieces of code. */
  pieces: index,
  /** Why (`ThrownOutBy`), the most frequent first. */
  reasons: v.array(v.object({ reason: index, pieces: index, at: v.optional(place) })),
});

/** What stands beside a recording. */
export const causesSchema = v.object({
  version: v.literal(1),
  scripts: v.array(v.object({ url: v.string(), contentHash: v.optional(v.string()) })),
  families: v.array(familySchema),
  /** Accesses that read many shapes, or dictionaries. */
  sites: v.array(siteSchema),
  thrownOut: v.array(thrownOutSchema),
  v8Version: v.optional(v.string()),
  /** Lines of the log that this Heatline does not understand. */
  passedOver: index,
});

/** What a run for causes tells: what code reads, and why V8 throws it out, and no times. */
export type Causes = Readonly<v.InferOutput<typeof causesSchema>>;
/** Objects that began in the same way: one constructor's, or those of one place. */
export type ObjectFamily = Readonly<v.InferOutput<typeof familySchema>>;
/** Where a script reads or writes properties. */
export type AccessSite = Readonly<v.InferOutput<typeof siteSchema>>;
export type DictionaryReason = NonNullable<NonNullable<AccessSite['dictionary']>['reason']>;
/** A function whose optimised code V8 threw out. */
export type ThrownOut = Readonly<v.InferOutput<typeof thrownOutSchema>>;
export type CausePlace = Readonly<v.InferOutput<typeof place>>;

/** Where the causes of what a recording shows are kept: beside it. */
export const causesFileOf = (recording: string): string => `${recording}.why.json`;
