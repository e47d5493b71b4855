import { Grid } from './grid';

/** Types and comments vanish in the build, so that the lines of the two files differ. */
interface Options {
  readonly size: number;
  readonly rounds: number;
}

function run({ size, rounds }: Options): number {
  const grid = new Grid(size);
  let total = 0;
  for (let round: number = 0; round < rounds; round++) total += grid.step();
  return total;
}

console.log('total is finite:', Number.isFinite(run({ size: 300, rounds: 100 })));
