import { type Analysis, type Share, shortUrl, timeBySource } from '../core/index.ts';
import type { Diagnostic, DiagnosticCode, DiagnosticOf } from '../recording/index.ts';
import { describeUnrecorded } from './threads.ts';
import { formatCount, formatCountOf, formatShare, formatTime, plainSpaces } from './quantities.ts';

type Sentences = { readonly [Code in DiagnosticCode]: (diagnostic: DiagnosticOf<Code>) => string };

/** A part of the active time so small that nobody asks how well the files are known in which it was spent. */
const LITTLE_SHARE = 0.01;

/**
 * What a report says of what was noticed: not what is known of the map or text of an installed package's file that took little
 * time. Nobody can mend that, and nobody would see the difference.
 */
export function diagnosticsToTell({
  diagnostics,
  functions,
  sources,
  quality,
}: Pick<Analysis, 'diagnostics' | 'functions' | 'sources' | 'quality'>): readonly Diagnostic[] {
  const isOfNoUse = ({ code, severity, file }: Diagnostic): boolean =>
    severity === 'info' && code.startsWith('source-') && isOfPackage(file);
  if (!diagnostics.some(isOfNoUse)) return diagnostics;
  const times = timeBySource({ functions, sources });
  const least = quality.activeTime * LITTLE_SHARE;
  return diagnostics.filter((each) => !isOfNoUse(each) || (times.get(each.file) ?? 0) >= least);
}

/** A diagnostic as a sentence on which a user can act. */
export function describeDiagnostic(diagnostic: Diagnostic): string {
  const sentence = diagnostic.message ?? describe(diagnostic);
  return diagnostic.inThreads === undefined ? sentence : `${namesOf(diagnostic.inThreads)}: ${sentence}`;
}

/** `worker 1`, or `worker 1 and 2 more threads`. */
function namesOf([first, ...others]: readonly string[]): string {
  if (others.length === 0) return first;
  return `${first} and ${plainSpaces(formatCountOf(others.length, 'more thread'))}`;
}

function describe<Code extends DiagnosticCode>(diagnostic: DiagnosticOf<Code>): string {
  const sentence: Sentences[Code] = sentences[diagnostic.code];
  const { file } = diagnostic;
  return sentence(file === undefined ? diagnostic : { ...diagnostic, file: shortUrl(file) });
}

const repairedWhere = (attached: boolean | undefined): string =>
  attached === true
    ? 'On Linux x64 Heatline repairs that where it may load its addon into the program: attach with --frame-repair ("frameRepair": true in launch.json).'
    : 'Heatline repairs that in what it records on Linux x64.';
/** Nobody builds an installed package again. */
const isOfPackage = (file = ''): boolean => /(?:^|[\\/])node_modules[\\/]/.test(file);
const ON_GENERATED = 'its heat shows on the generated lines';

const sentences: Sentences = {
  'interval-short': ({ intervalUs, achievableUs }) =>
    `Asked to sample every ${intervalUs} µs, Node reaches about ${achievableUs} µs at best. At 250 µs ` +
    `programs took 16–35 % more CPU time with the inspector's sampler and 15–30 % more with the V8 log.`,
  'log-too-large': ({ limitBytes }) =>
    `The V8 log reached ${logSize(limitBytes)}, so nothing was recorded after that, while the program ran on; use a longer interval, or the inspector's sampler (sampler inspector), which has no such log.`,
  'processes-run-on': ({ processes: [{ pid, name }, ...others] }) =>
    `${name} (process ${pid})${others.length > 0 ? ` and ${plainSpaces(formatCount(others.length))} more` : ''}, started by the program, ran on after its end; what was done from then on is not recorded. Let the program wait for what it starts, or start that without Heatline, and attach to it.`,
  'log-cut': ({ reason }) =>
    `The V8 log could not be written to its end (${reason}); what was recorded until then was kept. Make room for more, or name another place for the recording.`,
  'program-gone': ({ why, signal = 'the system', kept }) => `${goneBy[why](signal)}${keptOf[kept]}`,
  'recorder-killed': () =>
    'Heatline or VS Code ended before the recording did; what was sampled until 2 s before, or later, was kept.',
  'no-node-recorded': ({ nodes, unrecorded = [] }) => {
    const parts = unrecorded.map(({ cpuUs, ...part }) => ({ ...part, cpuTime: cpuUs }));
    const [first = 'Node reads NODE_OPTIONS for that; see whether the command clears its environment.', ...others] =
      describeUnrecorded({ cpuTime: 0, parts });
    const what =
      nodes === 0
        ? 'The command ran no Node that Heatline could reach: nothing was recorded.'
        : nodes === 1
          ? 'The Node process that the command ran could not be recorded.'
          : `None of the ${nodes} Node processes that the command ran could be recorded.`;
    return nodes === 0 || parts.length > 0 ? [what, first, ...others].join(' ') : what;
  },
  'sampling-ended-early': ({ afterUs }) =>
    `Node ran its exit hooks ${(afterUs / 1e6).toFixed(1)} s after the start though the program ran on (it sent a signal to itself, say), which ends the inspector: nothing after that was recorded. Record a V8 log (sampler v8log), which goes on.`,
  'recording-not-finished': ({ reason }) =>
    `The recording could not be finished because of an unexpected error in Heatline: ${reason}.`,
  'build-output-stale': ({ file, program }) =>
    `${file} was built before ${program} was last changed; build again, or its lines may be off.`,
  'build-output-without-map': ({ file, program }) =>
    `${file} has no source map that names ${program}, so its heat shows on the built file; build with sourceMap.`,
  'tsconfig-unreadable': ({ file, reason }) =>
    `${file} cannot be read (${reason}) and is ignored, with its paths and outDir; correct it.`,

  'recording-facts-unreadable': ({ key }) =>
    `What Heatline noted about this recording cannot be understood${key === undefined ? '' : ` (${key})`}; source maps and facts about the run may be missing. Record it again.`,
  'recording-newer': () =>
    'This recording was made by a newer Heatline; some of what it says may be missing. Update Heatline.',
  'marks-limit': ({ marks }) =>
    `The program called console.profile and console.profileEnd more than ${plainSpaces(formatCount(marks))} times; what it marks after that is left out. Mark fewer, longer spans.`,
  'mark-without-start': ({ names }) =>
    `${names.map((name) => `console.profileEnd(${name && `'${name}'`})`).join(', ')} had no console.profile before it in its thread, and was passed over.`,
  'marks-empty': () =>
    'What the program marks with console.profile and console.profileEnd has no samples in it, so all of the recording is shown.',
  'v8-log-shared': ({ threads }) =>
    `${threads} threads wrote into this V8 log at once, so samples are mixed up or lost. Record with the inspector instead (sampler "inspector").`,
  'v8-log-broken-lines': ({ lines }) => `Lines of this V8 log that make no sense, and were left out: ${lines}.`,
  'v8-log-broken-tables': ({ functions }) =>
    `The source positions of ${functions} functions in this V8 log make no sense; their time is shown on the functions only.`,
  'threads-not-found': () =>
    'This recording holds other threads too, but its end, which tells where, is missing or was changed: only the first thread is shown. Record it again, or take the file as it was recorded.',
  'stacks-truncated': ({ stacks }) =>
    `${stacks === 1 ? '1 stack was' : `${stacks} stacks were`} deeper than the 255 calls that V8 records; their outermost callers are missing.`,
  'times-repaired': ({ samples }) =>
    `Samples of this recording that are dated before its start: ${samples}. They are counted at the start, so times are not reliable; record it again.`,
  'samples-lost': ({ lost, taken }) =>
    `${formatCount(lost)} samples were not taken, beside ${formatCount(taken)} that were: the machine was too busy for the sampler, or the program held it up or ran V8's profiler itself (--cpu-prof, node:inspector). Their time is shared among the samples around them, and the intervals are wider for it; record again on a quieter machine.`,
  'threads-started': ({ share, cpuUs, threads }) =>
    `Starting and ending ${threads === 1 ? 'a worker thread or process' : `${formatCount(threads)} worker threads and processes`} took ${plainSpaces(formatTime(cpuUs))}, ${percent(share)} of the CPU time of all. Node sets up each one before its first line runs, which no line has; of that, recording adds 10 to 30 ms to each. Threads that stay and are given more work save most of it.`,
  'inlined-unknown': ({ share }) =>
    `At least ${percent(share)} of the time is on lines that precede the function that it is counted for: the V8 ` +
    'that made this recording (as in Node 24 and older) blames inlined code on the wrong function, and on a wrong file ' +
    'where it comes from another one. Profile the program with Heatline to see it right.',
  'inlined-elsewhere': ({ share, runtimeVersion }) =>
    `${percent(share)} of the time ran in code inlined from other files, which the inspector of ` +
    `${runtimeVersion ?? 'this Node'} does not name. It is shown on the functions that the code was ` +
    'inlined into; record with the V8 log sampler to see its lines.',
  'frames-may-be-lost': ({ share, value = 'the active time', areSamplesKnown, attached }) =>
    areSamplesKnown
      ? `${percent(share)} of ${value} was in V8's builtins (string concatenation, property reads, push …), recorded without frame repair: V8 may count it to the caller of the function that called the builtin. Lines with a notable part of such time are marked as estimated. ${repairedWhere(attached)}`
      : 'Recorded without frame repair: V8 may count time in its builtins (string concatenation, property reads, push …) to the caller of the function that called them, ' +
        `and this recording does not tell which samples these are. So no line with that time, ${percent(share)} of ${value}, is exact. ${repairedWhere(attached)}`,
  'eval-unnamed': ({ share, value = 'the active time' }) =>
    `${percent(share)} of ${value} is in code from eval or new Function without a name that leads to a file, or that V8 collected before its text was had, so its lines are not shown. For a bundle, build source maps that are files of their own (webpack: devtool "source-map").`,

  'source-map-missing': ({ file, url }) =>
    `The source map of ${file} was not found (${url}), so ${ON_GENERATED}${isOfPackage(file) ? ', as its package comes without it' : '; build it again with source maps'}.`,
  'source-map-remote': ({ file = '', url }) =>
    `The source map of ${file} is at ${url}, and maps are never fetched from a network, so ${ON_GENERATED}; save it as ${file.replace(/^.*[\\/]/, '')}.map beside the file and take the url out.`,
  'source-map-too-big': ({ file, url, limitBytes }) =>
    `The source map of ${file} (${url}) is larger than ${limitBytes / 1024 / 1024} MB, so ${ON_GENERATED}; split the bundle, or build it without embedded sources.`,
  'source-map-corrupt': ({ generated, map, reason }) =>
    `The source map ${map === undefined ? `inside ${generated}` : `${map} of ${generated}`} cannot be used: ${reason}; ${ON_GENERATED}. Build it again.`,
  'source-map-stale': ({ file }) =>
    `${file} has changed since the recording, so its source map no longer fits what ran and ${ON_GENERATED} of that time; record again.`,
  'source-map-mismatched': ({ file, map, reason }) =>
    `The source map ${map ?? `inside ${file}`} does not belong to ${file} as it is: ${reason}; ${ON_GENERATED}. Build both again.`,
  'source-map-without-columns': ({ file, map }) =>
    `The source map ${map ?? `inside ${file}`} has no columns, but single lines of ${file} hold the code of many: that time is shown by function, in the built file. Build with a full source map (webpack: "devtool": "source-map") to see original lines.`,
  'source-map-empty': ({ file }) => `The source map of ${file} maps nothing, so ${ON_GENERATED}.`,
  'source-map-unknown': ({ file }) =>
    `${file} is not what ran: a loader or bundle compiled it in memory, or it was changed since. The recording has no source map of it, so its functions have no lines. Heatline records the maps of loaders that give them to Node, where a thread spends 1 % of its time and more in such code: record again, and leave the file as it is meanwhile.`,
  'files-elsewhere': ({ share, value = 'the active time', file, from, to }) =>
    `${percent(share)} of ${value} is in files that are not on this machine where the recording has them, such as ${file}. Say where they are: --path ${shellWord(`${from}=${to ?? 'FOLDER'}`)} (VS Code: the setting heatline.paths).`,
  'source-changed': ({ file, generated }) =>
    `${file} differs from what ${generated} was built from, so its lines may have moved since; build and record again.`,
  'source-newer': ({ file, generated }) =>
    `${file} may have been saved after ${generated} was built, so its lines may have moved since; build and record again if it changed.`,
};

/** How a program, or a thread, was gone before its samples were taken. */
const goneBy: Readonly<Record<DiagnosticOf<'program-gone'>['why'], (signal: string) => string>> = {
  killed: (signal) => `The program was killed by ${signal}`,
  'out-of-memory': () => 'The program ran out of memory',
  'inspector-closed': () => 'The program closed its inspector (inspector.close()), through which it was sampled',
  'inspector-silent': () =>
    "The program's inspector does not answer any more (it closed file descriptors that are not its own, say)",
  vanished: () => 'The program, or a thread of it, ended without warning',
};
const keptOf: Readonly<Record<DiagnosticOf<'program-gone'>['kept'], string>> = {
  all: '; what was recorded until then was kept.',
  most: '; what was sampled until 2 s before, or later, was kept.',
  none: ': nothing was recorded; record a V8 log (sampler v8log), which keeps what was sampled until then.',
};

/** A word of a command, as a shell takes it. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** With plain spaces: sentences go into logs and JSON too. */
const percent = (share: Share): string => plainSpaces(formatShare(share));

const logSize = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GB` : `${Math.round(bytes / 1024)} kB`;
