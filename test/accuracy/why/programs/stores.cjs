// Line 12 sets `seen` of objects of six shapes.
const makers = [
  (i) => ({ id: i, name: 'a', seen: 0 }),
  (i) => ({ id: i, size: 1, seen: 0 }),
  (i) => ({ id: i, color: 2, seen: 0 }),
  (i) => ({ id: i, owner: 3, seen: 0 }),
  (i) => ({ id: i, place: 4, seen: 0 }),
  (i) => ({ id: i, date: 5, seen: 0 }),
];
const things = Array.from({ length: 1000 }, (_, i) => makers[i % makers.length](i));
function look(list, round) {
  for (let i = 0; i < list.length; i++) list[i].seen = round;
}
for (let k = 0; k < 60000; k++) look(things, k & 1023);
console.log(things[7].seen);
