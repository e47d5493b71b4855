// Line 5 allocates, and most of what it does itself is to put a text together.
const kept = new Array(200000);
function work(n) {
  for (let i = 0; i < n; i++) {
    const item = { id: i, tags: [i, i + 1, i + 2], text: 'a' + i };
    if ((i & 1) === 0) continue;
    kept[i % kept.length] = item;
  }
}
for (let k = 0; k < 16; k++) work(200000);
console.log(kept[1].id);
