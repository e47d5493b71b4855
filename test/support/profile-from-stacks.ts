import {
  type Analysis,
  buildAnalysis,
  FrameKind,
  type Mapping,
  type MergedProfile,
  mergeProfiles,
  type OriginalFrames,
  type OriginalPositions,
  Precision,
  type Profile,
  type ProfileTables,
  type RecordingFacts,
  threadOf,
} from '../../src/core/index.ts';

export interface StackOptions {
  /** Microseconds of each sample; 1000 where absent. */
  readonly durations?: readonly number[];
  /** Microseconds on a CPU of each sample. */
  readonly cpu?: readonly number[];
  /** Microseconds blocked of each sample. */
  readonly blocked?: readonly number[];
  /** Call sites known, as from a V8 log. */
  readonly callSites?: boolean;
  /** The position of each sample known, as from a V8 log. */
  readonly samplePositions?: boolean;
  readonly facts?: Partial<RecordingFacts>;
}

const kinds: Readonly<Record<string, FrameKind>> = {
  '(idle)': FrameKind.idle,
  '(program)': FrameKind.program,
  '(microtasks)': FrameKind.program,
  '(garbage collector)': FrameKind.gc,
  '(compiling)': FrameKind.compiling,
};

/**
 * A profile drawn as text: one stack for each sample, root first, `name:line` for the line that the function was on
 * when the sample was taken (its call for the callers). `[name]` is native, `internal/name` Node's own. A function is
 * defined on line 1 of `/app/<name>.js`. `20× main:2` is twenty samples.
 */
export function profileFromStacks(drawn: readonly string[], options: StackOptions = {}): Profile {
  const stacks = drawn.flatMap((text) => {
    const [, count = '1', stack] = /^(?:(\d+)× )?(.*)$/.exec(text) ?? [];
    return Array<string>(Number(count)).fill(stack);
  });
  const names: string[] = ['(root)'];
  const scripts: string[] = [];
  const positions: { script: number; line: number }[] = [];
  const nodes: { frame: number; parent: number; call: number }[] = [{ frame: 0, parent: -1, call: -1 }];
  const ticks = new Map<
    string,
    { node: number; position: number; count: number; time: number; cpu: number; blocked: number }
  >();
  const intern = (list: string[], value: string): number => {
    const at = list.indexOf(value);
    return at >= 0 ? at : list.push(value) - 1;
  };
  const position = (name: string, line: number): number => {
    const script = intern(scripts, name.startsWith('internal/') ? name : `/app/${name}.js`);
    const at = positions.findIndex((known) => known.script === script && known.line === line);
    return at >= 0 ? at : positions.push({ script, line }) - 1;
  };
  const isScript = (name: string): boolean => !name.startsWith('[') && !name.startsWith('(');
  const durationOf = (sample: number): number => options.durations?.[sample] ?? 1000;
  const leafPositions: number[] = [];
  const leaves = stacks.map((stack, sample) => {
    let node = 0;
    let call = -1;
    for (const part of stack.split('>').map((text) => text.trim())) {
      const [name, line] = part.split(':');
      const frame = intern(names, name);
      const callKey = options.callSites ? call : -1;
      const at = nodes.findIndex((known) => known.parent === node && known.frame === frame && known.call === callKey);
      node = at >= 0 ? at : nodes.push({ frame, parent: node, call: callKey }) - 1;
      call = line === undefined ? -1 : position(name, Number(line));
    }
    if (call >= 0) {
      const key = `${node}:${call}`;
      const tick = ticks.get(key) ?? { node, position: call, count: 0, time: 0, cpu: 0, blocked: 0 };
      ticks.set(key, tick);
      tick.count++;
      tick.time += durationOf(sample);
      tick.cpu += options.cpu?.[sample] ?? 0;
      tick.blocked += options.blocked?.[sample] ?? 0;
    }
    leafPositions.push(call);
    return node;
  });
  const definitions = names.map((name) => (isScript(name) ? position(name, 1) : -1));
  const start = new Float64Array(stacks.length + 1);
  stacks.forEach((_, sample) => (start[sample + 1] = start[sample] + durationOf(sample)));
  const rows = [...ticks.values()];
  return {
    scripts: scripts.map((url) => ({ url })),
    positions: {
      script: Int32Array.from(positions, (at) => at.script),
      line: Int32Array.from(positions, (at) => at.line),
      column: new Int32Array(positions.length).fill(-1),
    },
    frames: {
      name: names.map((name) => name.replace(/^\[|\]$/g, '')),
      position: Int32Array.from(definitions),
      kind: Uint8Array.from(names, (name) =>
        name === '(root)' ? FrameKind.root : (kinds[name] ?? (isScript(name) ? FrameKind.script : FrameKind.native)),
      ),
    },
    tree: {
      frame: Int32Array.from(nodes, (node) => node.frame),
      parent: Int32Array.from(nodes, (node) => node.parent),
      ...(options.callSites ? { callPosition: Int32Array.from(nodes, (node) => node.call) } : {}),
    },
    samples: {
      node: Int32Array.from(leaves),
      start,
      ...(options.samplePositions ? { position: Int32Array.from(leafPositions) } : {}),
      ...(options.cpu ? { cpu: Float64Array.from(options.cpu) } : {}),
      ...(options.blocked ? { blocked: Float64Array.from(options.blocked) } : {}),
    },
    ticks: {
      node: Int32Array.from(rows, (row) => row.node),
      position: Int32Array.from(rows, (row) => row.position),
      count: Uint32Array.from(rows, (row) => row.count),
      time: Float64Array.from(rows, (row) => row.time),
      ...(options.cpu ? { cpu: Float64Array.from(rows, (row) => row.cpu) } : {}),
      ...(options.blocked ? { blocked: Float64Array.from(rows, (row) => row.blocked) } : {}),
    },
    recording: { sampler: 'inspector', duration: start[stacks.length], diagnostics: [], ...options.facts },
  };
}

/** The analysis of a profile drawn as text, every script its own original. */
export function analysisOf(
  stacks: readonly string[],
  { ambiguous, ...options }: StackOptions & { readonly ambiguous?: readonly string[] } = {},
): Analysis {
  return analysisOfProfile(profileFromStacks(stacks, options), ambiguous);
}

export const analysisOfProfile = (
  profile: Profile | MergedProfile,
  ambiguous?: readonly string[],
  title = 'test',
): Analysis => buildAnalysis(title, asThreads(profile), identityMapping(profile, ambiguous));

/** A profile as that of the only thread of a recording; that of several stays as it is. */
export const asThreads = (profile: Profile | MergedProfile): MergedProfile =>
  'lanes' in profile ? profile : mergeProfiles([{ thread: threadOf(profile.recording), offset: 0, profile }]);

/** Every script is its own original; positions listed in `ambiguous` (as `name:line`) have no single original line. */
export function identityMapping(profile: ProfileTables, ambiguous: readonly string[] = []): Mapping {
  const { script, line, column } = profile.positions;
  const positions = { source: Int32Array.from(script), line, column, precision: new Uint8Array(line.length) };
  // Benches map large profiles with this and list no ambiguous position: it should cost them next to nothing.
  if (ambiguous.length > 0) loseEach(profile, ambiguous, positions);
  return {
    sources: profile.scripts.map(({ url }) => ({ path: url, isFile: true, isGenerated: false })),
    positions,
    frames: framesOf(profile),
    diagnostics: [],
  };
}

function loseEach(
  { scripts, positions }: ProfileTables,
  lost: readonly string[],
  { source, precision }: OriginalPositions,
): void {
  for (let row = 0; row < source.length; row++) {
    const name = scripts[positions.script[row]].url.slice('/app/'.length, -'.js'.length);
    if (!lost.includes(`${name}:${positions.line[row]}`)) continue;
    source[row] = -1;
    precision[row] = Precision.function;
  }
}

function framesOf({ frames, positions }: ProfileTables): OriginalFrames {
  const { name, position } = frames;
  const [source, line] = [new Int32Array(name.length).fill(-1), new Int32Array(name.length)];
  const column = new Int32Array(name.length).fill(-1);
  for (let frame = 0; frame < name.length; frame++) {
    const at = position[frame];
    if (at < 0) continue;
    source[frame] = positions.script[at];
    line[frame] = positions.line[at];
    column[frame] = positions.column[at];
  }
  return { name, source, line, column };
}
