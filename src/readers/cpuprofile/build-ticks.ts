import {
  groupRows,
  type IndexColumn,
  type NodeIndex,
  pickRows,
  type SampleTable,
  type TickTable,
} from '../../core/index.ts';
import type { ScannedFile } from './file-window.ts';
import { shareBlocked } from './share-blocked.ts';

/** Ticks without their times. Those of one node stand together. */
export type TickRows = Pick<TickTable, 'node' | 'position' | 'count'>;

/** Samples that the kernel goes over in one call. */
const STRETCH = 8_192;

/**
 * Gives each row its share of its node's self time: wall, on a CPU, blocked. Has to come after all else of the file was read,
 * since the kernel forgets the ids of the nodes. `keptOneIn`: ticks are of all samples, of which one in so many was kept, so
 * so many ticks become one in the table.
 */
export async function timeTicks(
  { kernel, window }: ScannedFile,
  rows: TickRows,
  nodeCount: number,
  samples: SampleTable,
  keptOneIn = 1,
): Promise<TickTable> {
  const { node, start, cpu, blocked } = samples;
  const count = rows.node.length;
  const stretch = Math.min(STRETCH, node.length);
  const firsts = kernel.exports.reuseIds(4 * nodeCount) >>> 0 || (await window.allocate(4 * nodeCount));
  const [tickNodes, tickCounts] = [await window.allocate(4 * count), await window.allocate(4 * count)];
  const [nodes, numbers] = [await window.allocate(4 * stretch), await window.allocate(8 * stretch + 8)];
  kernel.write(tickNodes, rows.node);
  kernel.write(tickCounts, rows.count);
  const share = async (add: (from: number, to: number) => void): Promise<Float64Array> => {
    const times = await window.allocate(8 * count);
    kernel.exports.setTickRows(count, tickNodes, tickCounts, times, firsts);
    for (let from = 0; from < node.length; from += STRETCH) {
      const to = Math.min(node.length, from + STRETCH);
      kernel.write(nodes, node.subarray(from, to));
      add(from, to);
    }
    kernel.exports.shareTimes();
    return kernel.float64(times, count).slice();
  };
  const time = await share((from, to) => {
    kernel.write(numbers, start.subarray(from, to + 1));
    kernel.exports.addTimes(to - from, nodes, numbers);
  });
  const inKept = (taken: number): number => Math.max(1, Math.round(taken / keptOneIn));
  const kept = { ...rows, ...(keptOneIn > 1 && { count: rows.count.map(inKept) }), time };
  if (cpu === undefined) return kept;
  const shareOut = (times: Float64Array): Promise<Float64Array> =>
    share((from, to) => {
      kernel.write(numbers, times.subarray(from, to));
      kernel.exports.addCpuTimes(to - from, nodes, numbers);
    });
  const cpuTime = await shareOut(cpu);
  const ticks = { ...kept, cpu: cpuTime };
  return blocked ? shareBlocked({ ...ticks, blocked: await shareOut(blocked) }, samples, nodeCount) : ticks;
}

/** The rows with the new rows of their nodes, in the order of these. */
export function moveTicks(rows: TickRows, moved: IndexColumn<NodeIndex>, nodeCount: number): TickRows {
  const node = rows.node.map((row) => moved[row]);
  return pickRows({ ...rows, node }, groupRows(node, nodeCount).rows);
}
