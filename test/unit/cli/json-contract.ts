import * as v from 'valibot';

// The contract of docs/json-output.md, written down a second time: strict, so that a renamed field is noticed.
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const time = v.pipe(v.number(), v.minValue(0));
const line = v.pipe(v.number(), v.integer(), v.minValue(1));
/** An absolute path, or the url of code that is not a file. */
const place = v.nullable(v.pipe(v.string(), v.regex(/^(\/|[A-Za-z]:\\|[a-z][a-z-]+:)/)));

/** The clock, or what else was measured. */
const measured = {
  clock: v.picklist(['wall', 'cpu']),
  value: v.nullable(v.strictObject({ name: v.string(), unit: v.string() })),
};

/** One of some words. */
const oneOf = (words: string) => v.picklist(words.split(' '));
const severity = oneOf('error warning info');
const text = v.pipe(v.string(), v.minLength(1));

const asker = {
  file: place,
  line: v.nullable(line),
  function: v.string(),
  share,
  precision: v.picklist(['exact', 'function']),
};
const askedBy = v.nullable(v.strictObject(asker));

const why = v.array(
  v.strictObject({
    code: oneOf(
      'megamorphic keyed slow-read dictionary call-target proxy name-lookup ' +
        'concatenation array-growth bigint too-large recompiled large',
    ),
    share,
    text: v.string(),
    fix: v.nullable(v.string()),
    at: v.nullable(v.array(v.strictObject({ file: place, line }))),
  }),
);

const taker = v.strictObject({
  kind: oneOf('line function waiting blocked gc compiling microtasks program wasm elsewhere'),
  ms: time,
  share,
  file: place,
  line: v.nullable(line),
  function: v.nullable(v.string()),
  selfMs: v.nullable(time),
  callee: v.nullable(v.string()),
  calleeMs: v.nullable(time),
  unknown: v.nullable(v.picklist(['lines', 'calls'])),
});

/** What `--json` writes. */
export const jsonContract = v.strictObject({
  schemaVersion: v.literal(1),
  quality: v.strictObject({
    sampler: v.picklist(['inspector', 'v8log', 'other']),
    runs: v.pipe(count, v.minValue(1)),
    ...measured,
    requestedIntervalUs: v.nullable(time),
    achievedIntervalUs: v.nullable(time),
    keptOneIn: v.number(),
    samples: count,
    lostSamples: v.nullable(count),
    durationMs: time,
    activeMs: time,
    blockedMs: v.nullable(time),
    waitingMs: v.nullable(time),
    unrecordedCpuMs: v.nullable(time),
    frameRepair: v.nullable(
      v.variant('state', [
        v.strictObject({ state: v.literal('on'), reason: v.null(), samples: count, mended: count }),
        v.strictObject({
          state: v.literal('off'),
          reason: oneOf('platform setting refused unsupported-v8 not-sampling foreign-handler attached'),
          samples: v.null(),
          mended: v.null(),
        }),
      ]),
    ),
    lostFrameShare: share,
  }),
  range: v.nullable(v.strictObject({ fromMs: v.number(), toMs: v.number() })),
  marks: v.nullable(
    v.strictObject({
      spans: v.array(v.strictObject({ name: v.string(), fromMs: v.number(), toMs: v.number() })),
      shown: v.nullable(v.array(v.strictObject({ fromMs: v.number(), toMs: v.number() }))),
    }),
  ),
  answer: v.nullable(
    v.strictObject({ text: v.string(), ownMs: time, ownShare: share, first: taker, next: v.nullable(taker) }),
  ),
  why,
  threads: v.array(
    v.strictObject({
      id: count,
      parent: v.nullable(count),
      kind: v.picklist(['main', 'worker', 'process']),
      name: v.string(),
      pid: v.nullable(count),
      activeMs: v.nullable(time),
      cpuMs: v.nullable(time),
      samples: count,
      recorded: v.boolean(),
      reason: v.nullable(
        oneOf(
          'not-node other-runtime node-too-old other-user flag not-reached options-replaced ' +
            'not-attached samples-lost limit no-answer disk-full helper-threads short-lived',
        ),
      ),
    }),
  ),
  lines: v.array(
    v.strictObject({
      file: place,
      line,
      function: v.nullable(v.string()),
      selfMs: time,
      selfShare: share,
      selfShareLow: v.nullable(share),
      selfShareHigh: v.nullable(share),
      selfSamples: count,
      totalMs: v.nullable(time),
      totalShare: v.nullable(share),
      blockedMs: v.nullable(time),
      totalBlockedMs: v.nullable(time),
      askedBy,
      precision: v.picklist(['exact', 'function', 'estimated']),
      reason: v.nullable(text),
      builtins: v.nullable(
        v.array(
          v.strictObject({ name: text, ms: time, share, below: v.boolean(), probablyBelow: v.nullable(v.string()) }),
        ),
      ),
      why,
    }),
  ),
  functions: v.array(
    v.strictObject({
      name: v.string(),
      file: place,
      line: v.nullable(line),
      kind: oneOf('own dependency node native gc program idle compiling wasm'),
      selfMs: time,
      totalMs: time,
      selfShare: share,
      totalShare: share,
      selfSamples: count,
      totalSamples: count,
      blockedMs: v.nullable(time),
      totalBlockedMs: v.nullable(time),
      askedBy,
      tiers: v.nullable(
        v.strictObject({
          ...{ interpreterMs: time, baselineMs: time, maglevMs: time, turbofanMs: time },
          ...{ optimised: count, thrownOut: v.nullable(count), bytecodeBytes: v.nullable(count) },
        }),
      ),
      why,
    }),
  ),
  packages: v.array(
    v.strictObject({
      name: v.nullable(text),
      version: v.nullable(text),
      folder: place,
      kind: v.picklist(['own', 'dependency']),
      selfMs: time,
      totalMs: v.nullable(time),
      selfShare: share,
      totalShare: v.nullable(share),
      selfSamples: count,
      askedBy: v.nullable(v.strictObject({ ...asker, package: v.nullable(v.string()) })),
    }),
  ),
  diagnostics: v.array(
    v.strictObject({
      code: v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)),
      severity,
      message: text,
      file: v.nullable(v.string()),
    }),
  ),
});

const change = {
  beforeMs: time,
  afterMs: time,
  change: v.nullable(v.number()),
  changeLow: v.nullable(v.number()),
  changeHigh: v.nullable(v.number()),
  verdict: v.picklist(['slower', 'faster', 'unclear']),
};
const changedPlace = {
  file: place,
  line: v.nullable(line),
  beforeLine: v.nullable(line),
  runsToTell: v.nullable(count),
};

/** What `heatline diff --json` writes. */
export const diffContract = v.strictObject({
  schemaVersion: v.literal(1),
  kind: v.literal('diff'),
  ...measured,
  whole: v.strictObject({ ...change, beforeRuns: count, afterRuns: count }),
  lines: v.array(v.strictObject({ ...change, ...changedPlace, function: v.nullable(v.string()) })),
  functions: v.array(
    v.strictObject({
      ...change,
      ...changedPlace,
      name: v.string(),
      kind: oneOf('own dependency node native gc program compiling wasm'),
    }),
  ),
  packages: v.array(
    v.strictObject({
      ...change,
      name: v.nullable(v.string()),
      kind: v.picklist(['own', 'dependency']),
      beforeVersions: v.array(v.string()),
      afterVersions: v.array(v.string()),
    }),
  ),
  diagnostics: v.array(
    v.strictObject({ code: v.string(), severity, message: v.string(), file: v.nullable(v.string()) }),
  ),
});
