const kept = new Array(1000).fill(undefined);
function move(steps) {
  for (let i = 0; i < steps; i++) kept[i % kept.length] = { x: i, y: i + 1, tags: [i, i + 1, i + 2], next: { z: i } };
}
for (let round = 0; round < 40; round++) move(300_000);
console.log(kept[1].x);
