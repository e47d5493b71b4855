import { multiply } from './matrix';
import { tokenize } from './tokens';

const SIZE = 160;
const text = Array.from({ length: 4000 }, (_, i) => `name${'abcdefgh'[i % 8]} + ${i} * (x - ${i * 7})`).join(' ; ');

let matrix = Float64Array.from({ length: SIZE * SIZE }, (_, i) => (i % 17) / 17);
let tokens = 0;
for (let round = 0; round < 40; round++) {
  matrix = multiply(matrix, matrix, SIZE).map((value) => value % 1);
  tokens += tokenize(text).length;
}
console.log(tokens, Number.isFinite(matrix[0]));
