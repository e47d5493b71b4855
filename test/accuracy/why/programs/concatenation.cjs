// Line 4 puts a text together.
function write(rows) {
  let text = '';
  for (const row of rows) text += '<td>' + row.name + '</td><td>' + row.unit + '</td>\n';
  return text.charCodeAt(text.length - 2) + text.length;
}
const rows = Array.from({ length: 2000 }, (_, i) => ({ name: 'name' + i, unit: 'unit' + (i % 7) }));
let sum = 0;
for (let k = 0; k < 2000; k++) sum += write(rows);
console.log(sum);
