import { Grid } from './grid';

/** Types and comments vanish in the build, so that the lines of the two files differ. */
interface Options {
  readonly size: number;
  readonly milliseconds: number;
}

function run({ size, milliseconds }: Options): number {
  const end: number = Date.now() + milliseconds;
  const grid = new Grid(size);
  let total = 0;
  while (Date.now() < end) total += grid.step();
  return total;
}

console.log('total is finite:', Number.isFinite(run({ size: 300, milliseconds: 700 })));
