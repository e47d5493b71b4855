import type { PositionTable } from '../../core/index.ts';
import type { ScannedFile } from './file-window.ts';

const FEWEST = 4096;
/** Script, line, column, a row and two slots of each position. */
const BYTES = 24;

/** Collects distinct generated positions (lines 1-based, columns 0-based, -1 for the whole line) in the kernel. */
export class PositionBuilder {
  #room = 0;
  #address = 0;

  constructor(private readonly file: ScannedFile) {}

  /** Makes room for so many more. */
  async makeRoom(more: number): Promise<void> {
    const needed = this.file.kernel.exports.positionCount.value + more;
    if (needed <= this.#room) return;
    this.#room = Math.max(FEWEST, 2 ** Math.ceil(Math.log2(needed)));
    this.#address = await this.file.window.allocate(BYTES * this.#room);
    this.file.kernel.exports.setPositions(this.#address, this.#room);
  }

  finish(): PositionTable {
    const column = (place: number): Int32Array =>
      this.file.kernel
        .int32(this.#address + 4 * place * this.#room, this.file.kernel.exports.positionCount.value)
        .slice();
    return { script: column(0), line: column(1), column: column(2) };
  }
}
