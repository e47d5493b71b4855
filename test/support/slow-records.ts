/** A program whose line 4 makes dictionaries of objects, which line 7 reads slowly. */
export const SLOW_RECORDS = `const records = [];
for (let i = 0; i < 1000; i++) {
  records.push({ id: i, temporary: 1, value: i });
  delete records[i].temporary;
}
function sumOf(list, sum = 0) {
  for (const record of list) sum += record.value;
  return sum;
}
let sum = 0;
for (let k = 0; k < 60000; k++) sum += sumOf(records);
console.log(sum);
`;
