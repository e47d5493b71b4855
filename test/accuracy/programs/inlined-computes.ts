export function compute1(x: number): number {
  const y = (Math.imul((Math.imul((Math.imul((Math.imul(x, 31) + 1) | 0, 33) + 1) | 0, 35) + 1) | 0, 37) + 1) | 0; // @compute1
  return compute2(y);
}

function compute2(x: number): number {
  const y = (Math.imul((Math.imul((Math.imul((Math.imul(x, 31) + 2) | 0, 33) + 2) | 0, 35) + 2) | 0, 37) + 2) | 0; // @compute2
  return compute3(y);
}

function compute3(x: number): number {
  return (Math.imul((Math.imul((Math.imul((Math.imul(x, 31) + 3) | 0, 33) + 3) | 0, 35) + 3) | 0, 37) + 3) | 0; // @compute3
}
