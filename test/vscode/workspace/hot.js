// Takes a third of a second of CPU time, however busy the machine is, nearly all of it in one loop.
function burn(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) {
    sum += Math.sqrt(i) * Math.sin(i);
  }
  return sum;
}

function main() {
  const end = process.cpuUsage().user + 300_000;
  let sum = 0;
  while (process.cpuUsage().user < end) sum += burn(100_000);
  console.log('sum is finite:', Number.isFinite(sum));
}

main();
