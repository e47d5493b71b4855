import type { PositionIndex } from '../../core/index.ts';
import { ByAddress } from './by-address.ts';

/** One of V8's maps: how objects of a kind are laid out. */
export interface Shape {
  /** What it was made of. */
  readonly from: Shape | undefined;
  /** The property that it has more. */
  readonly added: string | undefined;
  /** The constructor, for the first shape of its objects. */
  readonly maker: string | undefined;
  /** Where that was. */
  readonly position: PositionIndex;
  /** Why objects became dictionaries of this shape, and where; undefined for others. */
  readonly normalised: Map<string, Normalised> | undefined;
}

interface Normalised {
  /** The shape that they had. */
  readonly from: Shape;
  readonly reason: string;
  readonly position: PositionIndex;
}

/** Chains in damaged logs may go in circles. */
const LONGEST_CHAIN = 2000;
const KINDS =
  /^(Transition|InitialMap|Normalize|NormalizeCached|ReplaceDescriptors|SlowToFast|Deprecate|CopyAsPrototype)$/;

/** V8's maps by their addresses, as the lines of `--log-maps` tell them. An address is used again when its map dies. */
export class Shapes {
  readonly #byAddress = new ByAddress<Shape>();

  /** The shape at an address; one that the log has not told is the beginning of a chain. */
  at(address: number): Shape {
    const known = this.#byAddress.get(address);
    return known ?? this.#set(address, { ...nothing });
  }

  /** There is a new map at an address: what was there is dead, and known only to those that saw it. */
  forget(address: number): void {
    this.#byAddress.delete(address);
  }

  /** `map,<kind>,<time>,<from>,<to>,<pc>,<line>,<column>,<reason>,<name>`. False for a kind that is not known. */
  add(kind: string, from: number, to: number, position: PositionIndex, reason: string, name: string): boolean {
    if (!KINDS.test(kind)) return false;
    if (kind === 'Deprecate') return true;
    if (kind.startsWith('Normalize')) this.#normalise(from, to, reason, position, kind === 'Normalize');
    else {
      this.#set(to, {
        from: from > 0 ? this.at(from) : undefined,
        added: kind === 'Transition' ? name : undefined,
        maker: kind === 'InitialMap' && reason === '' && name !== '' ? name : undefined,
        position,
        normalised: undefined,
      });
    }
    return true;
  }

  move(from: number, to: number): void {
    this.#byAddress.move(from, to);
  }

  /** Many objects may share one normalised shape, which V8 then takes from its cache. */
  #normalise(from: number, to: number, reason: string, position: PositionIndex, isNew: boolean): void {
    const known = isNew ? undefined : this.#byAddress.get(to);
    const shape = known?.normalised ? known : this.#set(to, { ...nothing, position, normalised: new Map() });
    shape.normalised?.set(`${from}:${position}:${reason}`, { from: this.at(from), reason, position });
  }

  #set(address: number, shape: Shape): Shape {
    this.#byAddress.set(address, shape);
    return shape;
  }
}

const nothing: Shape = { from: undefined, added: undefined, maker: undefined, position: -1, normalised: undefined };

/** The properties of a shape, in order, each with the shape that has it as its last one; and the shape that they began with. */
export function layoutOf(shape: Shape): { readonly root: Shape; readonly steps: readonly Shape[] } {
  const steps: Shape[] = [];
  let root = shape;
  for (let left = LONGEST_CHAIN; left > 0; left--) {
    if (root.added !== undefined) steps.push(root);
    if (root.from === undefined || root.maker !== undefined) break;
    root = root.from;
  }
  return { root, steps: steps.reverse() };
}
