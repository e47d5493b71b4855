// Numbers hold it all: nothing comes near 2 ** 53.
const durations = Array.from({ length: 1000 }, (_, i) => i * 1000003);
function sumOf(list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += list[i];
  return sum;
}
let most = 0;
for (let k = 0; k < 8000; k++) most = sumOf(durations);
console.log(String(most));
