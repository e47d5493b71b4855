import { type FrameIndex, groupRows, type NodeIndex, NONE, type Profile } from '../core/index.ts';
import { formatHeatlineSection, type HeatlineSection } from '../recording/facts.ts';
import { listed } from '../recording/in-pieces.ts';

/**
 * A profile as a standard `.cpuprofile`, for other tools: generated positions, samples and self time by line.
 * What the format has no room for (columns, call sites, CPU time) is left out; what is known of the recording stands
 * under `$heatline`. Format: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile
 */
export function* formatCpuprofile(profile: Profile): Generator<string, void> {
  const { start, node } = profile.samples;
  const startTime = Math.round(start[0] ?? 0);
  yield '{"nodes":[';
  yield* listed(profile.tree.frame.length, formatNodes(profile));
  yield `],"startTime":${startTime},"endTime":${Math.round(start[start.length - 1] ?? 0)},"samples":[`;
  yield* listed(node.length, (i) => String(node[i] + 1));
  yield '],"timeDeltas":[';
  yield* listed(node.length, (i) => String(Math.round(start[i]) - (i > 0 ? Math.round(start[i - 1]) : startTime)));
  yield `],"$heatline":${formatHeatlineSection(sectionOf(profile))}}\n`;
}

/** Each node as JSON. Ids count from 1; row 0 is the root. */
function formatNodes(profile: Profile): (node: NodeIndex) => string {
  const { tree } = profile;
  const { first, rows } = groupRows(tree.parent, tree.parent.length);
  const childrenOf = (node: NodeIndex): number[] | undefined =>
    first[node] < first[node + 1]
      ? Array.from(rows.subarray(first[node], first[node + 1]), (row) => row + 1)
      : undefined;
  const hits = new Uint32Array(tree.frame.length);
  for (const node of profile.samples.node) hits[node]++;
  const ticks = ticksByNode(profile);
  return (node) =>
    JSON.stringify({
      id: node + 1,
      callFrame: callFrameOf(profile, tree.frame[node]),
      hitCount: hits[node],
      children: childrenOf(node),
      positionTicks: ticks.get(node),
    });
}

function callFrameOf({ frames, positions, scripts }: Profile, frame: FrameIndex): object {
  const position = frames.position[frame];
  const script = position < 0 ? NONE : positions.script[position];
  return {
    functionName: frames.name[frame],
    scriptId: String(script + 1),
    url: scripts[script]?.url ?? '',
    lineNumber: script < 0 ? -1 : positions.line[position] - 1,
    columnNumber: script < 0 ? -1 : positions.column[position],
  };
}

function ticksByNode({ ticks, positions, recording: { keptOneIn = 1 } }: Profile) {
  const byNode = new Map<NodeIndex, { line: number; ticks: number }[]>();
  ticks.node.forEach((node, row) => {
    const line = positions.line[ticks.position[row]];
    if (!(line > 0)) return;
    const list = byNode.get(node) ?? [];
    const taken = ticks.count[row] * keptOneIn;
    const known = list.find((entry) => entry.line === line);
    if (known) known.ticks += taken;
    else list.push({ line, ticks: taken });
    byNode.set(node, list);
  });
  return byNode;
}

function sectionOf({ recording, scripts }: Profile): HeatlineSection {
  // Of the other threads the file has nothing, and its times are on no clock of the system's.
  const { duration: _, cpuTime: _cpu, threads: _threads, marks: _marks, ...facts } = recording;
  return {
    facts,
    scripts: scripts.map(({ url, sourceMapUrl, sourceMap, contentHash }) => ({
      url,
      sourceMapUrl,
      sourceMap,
      contentHash,
    })),
  };
}
