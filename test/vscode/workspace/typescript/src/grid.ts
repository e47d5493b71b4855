/** A square of numbers. */
type Cells = Float64Array;

export class Grid {
  private readonly cells: Cells;

  constructor(private readonly size: number) {
    this.cells = new Float64Array(size * size).fill(1);
  }

  /** One round over all cells: the hot loop. */
  step(): number {
    let sum = 0;
    for (let i = 0; i < this.cells.length; i++) {
      this.cells[i] = Math.sin(this.cells[i]) + Math.sqrt(i);
      sum += this.cells[i];
    }
    return sum / this.size;
  }
}
