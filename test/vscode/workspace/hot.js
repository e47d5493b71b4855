// Burns most of a second, nearly all of it in one loop.
function burn(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    sum += Math.sqrt(i) * Math.sin(i);
  }
  return sum;
}

function main() {
  const end = Date.now() + 700;
  let sum = 0;
  while (Date.now() < end) sum += burn(100_000);
  console.log('sum is finite:', Number.isFinite(sum));
}

main();
