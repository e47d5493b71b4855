import { AMBIGUOUS, FunctionLocator, TOP_LEVEL } from './function-locator.ts';
import { appendFrames } from './append-frames.ts';
import { appendRows } from './growing-column.ts';
import type { Diagnostic } from '../recording/index.ts';
import { FrameKind, type FunctionRanges, type Profile, TickRepair } from './profile.ts';
import { RowIndex } from './row-index.ts';
import { type FrameIndex, type NodeIndex, NONE, type TickIndex } from './units.ts';

/**
 * The first major version of V8 whose inspector names inlined functions correctly: measured wrong on 13.6 (Node 24), right
 * on 14.1 (Node 25.0) and 14.6 (Node 26).
 */
const FIRST_V8_WITH_INLINING = 14;

/** Does the inspector of this V8 (`11.3.244.8-node.38`) give inlined code the function it was inlined into? */
export const blamesInlinedCodeWrongly = (v8Version: string): boolean =>
  Number.parseInt(v8Version, 10) < FIRST_V8_WITH_INLINING;

/**
 * On older V8s the inspector reports the line of inlined code under the function into which it was inlined. If a line lies
 * outside its node's function, this moves the tick to a child node for the function that owns the line in the same file. If no
 * function there owns it, the line belongs to another file and is dropped, not guessed.
 */
export function repairInlining(profile: Profile): Profile {
  if (!needsRepair(profile)) return profile;
  const { ticks } = profile;
  const repairs = new Repairs(profile);
  const node = ticks.node.slice();
  const position = ticks.position.slice();
  const repair = ticks.repair?.slice() ?? new Uint8Array(ticks.node.length);
  const weights = ticks.cpu ?? ticks.time;
  const from = new Int32Array(ticks.node.length).fill(NONE);
  let lostTime = 0;
  for (let tick = 0; tick < node.length; tick++) {
    const owner = repairs.ownerOf(tick);
    if (owner === KEEP) continue;
    if (owner === ELSEWHERE) {
      position[tick] = NONE;
      repair[tick] = TickRepair.elsewhere;
      lostTime += weights[tick];
      continue;
    }
    repair[tick] = TickRepair.moved;
    if (owner === AMBIGUOUS) continue;
    from[tick] = ticks.node[tick];
    node[tick] = repairs.childOf(from[tick], owner);
  }
  const diagnostics = [...profile.recording.diagnostics, ...elsewhereDiagnostic(profile, lostTime, weights)];
  return {
    ...profile,
    ...repairs.grown(),
    ticks: { ...ticks, node, position, repair, from },
    recording: { ...profile.recording, diagnostics },
  };
}

/** May this profile hold inlined code under the wrong function, and does it know enough to repair that? */
function needsRepair({ recording, scripts }: Profile): boolean {
  if (recording.sampler !== 'inspector' || !recording.v8Version) return false;
  return blamesInlinedCodeWrongly(recording.v8Version) && scripts.some((script) => script.functions);
}

function elsewhereDiagnostic({ recording }: Profile, lostTime: number, weights: Float64Array): Diagnostic[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(lostTime >= whole * 0.01) || whole === 0) return [];
  const { runtimeVersion } = recording;
  return [{ code: 'inlined-elsewhere', severity: 'warning', share: lostTime / whole, runtimeVersion }];
}

const KEEP = -3;
const ELSEWHERE = -4;

/** Finds owners of ticks, and grows the frames, positions and nodes that they need. */
class Repairs {
  readonly #locators: readonly (FunctionLocator | undefined)[];
  /** The function of each frame in its script's index. */
  readonly #functionOfFrame: Int32Array;
  readonly #frameOfFunction = new Map<string, FrameIndex>();
  /** Functions without a frame, which get one: by script, and row in its index. */
  readonly #added = new RowIndex();
  /** New nodes: by caller and frame. */
  readonly #children = new RowIndex();

  constructor(private readonly profile: Profile) {
    this.#locators = profile.scripts.map(({ functions }) => functions && new FunctionLocator(functions));
    this.#functionOfFrame = this.#locateFrames();
  }

  /** The function row that owns a tick's line; or `KEEP`, `ELSEWHERE`, `AMBIGUOUS`. */
  ownerOf(tick: TickIndex): number {
    const { ticks, tree, positions } = this.profile;
    const position = ticks.position[tick];
    const index = position < 0 ? undefined : this.#locators[positions.script[position]];
    if (!index) return KEEP;
    const line = positions.line[position];
    const own = this.#functionOfFrame[tree.frame[ticks.node[tick]]];
    const owner = index.ofLine(line);
    if (owner === own) return KEEP;
    if (index.touches(own, line)) return owner >= 0 && index.isInside(owner, line) ? owner : KEEP;
    return owner === TOP_LEVEL ? ELSEWHERE : owner;
  }

  /** The child of a node for a function of the same script; made on first use. */
  childOf(node: NodeIndex, row: number): NodeIndex {
    const { tree, frames, positions } = this.profile;
    const script = positions.script[frames.position[tree.frame[node]]];
    const known = this.#frameOfFunction.get(`${script}:${row}`);
    const frame = known ?? frames.name.length + this.#added.rowOf(script, row);
    return tree.frame.length + this.#children.rowOf(node, frame);
  }

  grown(): Pick<Profile, 'frames' | 'positions' | 'tree'> {
    const { scripts, frames, positions, tree } = this.profile;
    const [script, rows] = [this.#added.column(0), this.#added.column(1)];
    const indices = Array.from(script, (at) => scripts[at].functions as FunctionRanges);
    const valuesOf = <T>(list: (index: FunctionRanges) => ArrayLike<T>): T[] =>
      indices.map((index, i) => list(index)[rows[i]]);
    const names = valuesOf(({ name }) => name);
    const ownPositions = names.map((_, i) => positions.line.length + i);
    return {
      frames: appendFrames(frames, names, FrameKind.script, ownPositions),
      positions: {
        script: appendRows(positions.script, script),
        line: appendRows(
          positions.line,
          valuesOf(({ startLine }) => startLine),
        ),
        column: appendRows(
          positions.column,
          valuesOf(({ startColumn }) => startColumn),
        ),
      },
      tree: {
        ...tree,
        frame: appendRows(tree.frame, this.#children.column(1)),
        parent: appendRows(tree.parent, this.#children.column(0)),
      },
    };
  }

  #locateFrames(): Int32Array {
    const { frames, positions } = this.profile;
    return frames.position.map((position, frame) => {
      const index = position < 0 ? undefined : this.#locators[positions.script[position]];
      if (!index) return TOP_LEVEL;
      const line = positions.line[position];
      const column = positions.column[position];
      if (line === 1 && column <= 0 && frames.name[frame] === '') return TOP_LEVEL;
      const row = index.at(line, column);
      if (row >= 0) this.#frameOfFunction.set(`${positions.script[position]}:${row}`, frame);
      return row;
    });
  }
}
