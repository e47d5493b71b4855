// The parts are joined at the end.
function write(rows) {
  const parts = new Array(rows.length * 5);
  for (let i = 0, at = 0; i < rows.length; i++) {
    parts[at++] = '<td>';
    parts[at++] = rows[i].name;
    parts[at++] = '</td><td>';
    parts[at++] = rows[i].unit;
    parts[at++] = '</td>\n';
  }
  const text = parts.join('');
  return text.charCodeAt(text.length - 2) + text.length;
}
const rows = Array.from({ length: 2000 }, (_, i) => ({ name: 'name' + i, unit: 'unit' + (i % 7) }));
let sum = 0;
for (let k = 0; k < 2000; k++) sum += write(rows);
console.log(sum);
