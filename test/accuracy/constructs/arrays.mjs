import { construct, rest } from './construct.mjs';
import { numbers, people, words } from './data.mjs';

function collectAges(list) {
  const ages = [];
  for (const person of list) {
    ages.push(person.age, person.id); // @push
  }
  return ages;
}
construct('push', () => collectAges(people));
rest('push', () => {
  for (const one of people) if (one === undefined) return one;
});

function drain(list) {
  const stack = list.slice(); // @pop too
  let sum = 0;
  while (stack.length > 0) sum += stack.pop(); // @pop
  return sum;
}
construct('pop', () => drain(numbers));
rest('pop', () => {
  return numbers.slice();
});

function serve(list) {
  const queue = list.slice(0, 300);
  let sum = 0;
  for (let i = 0; i < list.length; i++) {
    queue[queue.length] = list[i]; // @shift too
    sum += queue.shift(); // @shift
  }
  return sum;
}
construct('shift', () => serve(numbers));
rest('shift', () => {
  const queue = numbers.slice(0, 300);
  for (let i = 0; i < numbers.length; i++) queue[i % 300] = numbers[i];
  return queue;
});

function addTax(prices) {
  return prices.map((price) => Math.round(price * 1.19)); // @map
}
construct('map', () => addTax(numbers));

function adultsOf(list) {
  return list.filter((person) => person.age >= 30 && person.id % 2 === 0); // @filter
}
construct('filter', () => adultsOf(people));

function sumOf(list) {
  return list.reduce((sum, number) => sum + number, 0); // @reduce
}
construct('reduce', () => sumOf(numbers));

function visit(list) {
  let oldest = 0;
  list.forEach((person) => (oldest = Math.max(oldest, person.age))); // @for-each
  return oldest;
}
construct('for-each', () => visit(people));

function extend(list) {
  let rows = [];
  for (let i = 0; i < 500; i++) {
    rows = [...list, i]; // @spread-array
  }
  return rows;
}
const tenNumbers = numbers.slice(0, 10);
construct('spread-array', () => extend(tenNumbers));
rest('spread-array', () => {
  let sum = 0;
  for (let i = 0; i < 500; i++) sum ^= i;
  return sum;
});

function byAge(list) {
  return list.slice().sort((a, b) => a.age - b.age || a.id - b.id); // @sort
}
construct('sort', () => byAge(people));

function joinLists(left, right) {
  let length = 0;
  for (let i = 0; i < 500; i++) {
    length += left.concat(right).length; // @concat
  }
  return length;
}
construct('concat', () => joinLists(tenNumbers, words.slice(0, 10)));
rest('concat', () => {
  let sum = 0;
  for (let i = 0; i < 500; i++) sum ^= i;
  return sum;
});

function countKnown(list, known) {
  let count = 0;
  for (const word of list) {
    if (known.includes(word)) count++; // @includes
  }
  return count;
}
const knownWords = words.slice(0, 60);
construct('includes', () => countKnown(words, knownWords));
rest('includes', () => {
  for (const one of words) if (one === undefined) return one;
});

const pairs = numbers.map((number, i) => [number, i]);

function sumPairs(list) {
  let sum = 0;
  for (const [left, right] of list) sum += left - right; // @destructure-array
  return sum;
}
construct('destructure-array', () => sumPairs(pairs));

function squares(count) {
  return Array.from({ length: count }, (_, i) => i * i); // @array-from
}
construct('array-from', () => squares(2000));

function total(list) {
  let sum = 0;
  for (const number of list) sum = (sum * 3 + number) % 1009; // @for-of
  return sum;
}
construct('for-of', () => total(numbers));

function letters(list) {
  return list.flatMap((word) => [word, word.length]); // @flat-map
}
construct('flat-map', () => letters(words));

function findPerson(list, id) {
  return list.find((person) => person.id === id); // @find
}
construct('find', () => findPerson(people, 1990));

function removeAndAdd(list) {
  const copy = list.slice(0, 200); // @splice too
  for (let i = 0; i < 1000; i++) {
    copy.splice(i % 190, 2, i, i + 1); // @splice
  }
  return copy;
}
construct('splice', () => removeAndAdd(numbers));
rest('splice', () => {
  const copy = numbers.slice(0, 200);
  let sum = 0;
  for (let i = 0; i < 1000; i++) sum ^= i;
  return copy[0] + sum;
});

function transpose(rows, columns) {
  const result = new Array(rows * columns); // @index-write too
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) result[column * rows + row] = numbers[row * columns + column] / 3; // @index-write
  }
  return result;
}
construct('index-write', () => transpose(50, 100));
rest('index-write', () => {
  return new Array(5000);
});
