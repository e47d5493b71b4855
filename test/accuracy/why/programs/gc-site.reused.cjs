const kept = Array.from({ length: 100_000 }, () => ({ x: 0, y: 0, tags: [0, 0, 0], next: { z: 0 } }));
function move(steps) {
  for (let i = 0; i < steps; i++) {
    const point = kept[i % kept.length];
    point.x = i;
    point.y = i + 1;
    point.tags[0] = i;
    point.tags[1] = i + 1;
    point.tags[2] = i + 2;
    point.next.z = i;
  }
}
for (let round = 0; round < 40; round++) move(300_000);
console.log(kept[1].x);
