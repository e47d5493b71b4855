import { construct, rest } from './construct.mjs';
import { numbers, people, words } from './data.mjs';

function countWords(list) {
  const counts = Object.create(null);
  for (const word of list) {
    counts[word] = (counts[word] ?? 0) + 1; // @keyed-write
  }
  return counts;
}
construct('keyed-write', () => countWords(words));
rest('keyed-write', () => {
  for (const one of words) if (one === undefined) return one;
});

const prices = Object.fromEntries(words.map((word, i) => [word, i]));

function priceOf(list, table) {
  let sum = 0;
  for (const word of list) {
    sum += table[word]; // @keyed-read
  }
  return sum;
}
construct('keyed-read', () => priceOf(words, prices));
rest('keyed-read', () => {
  for (const one of words) if (one === undefined) return one;
});

const fields = ['id', 'first', 'last', 'age'];

function checksum(list) {
  let sum = 0;
  for (const person of list) {
    for (const field of fields) {
      sum += String(person[field]).length; // @keyed-field
    }
  }
  return sum;
}
construct('keyed-field', () => checksum(people));
rest('keyed-field', () => {
  for (const one of people) if (one === undefined) return one;
});

const shapes = numbers.map((number, i) => {
  const shape = {};
  for (let k = 0; k < i % 13; k++) shape[`extra${k}`] = k;
  shape.size = number;
  return shape;
});

function totalSize(list) {
  let sum = 0;
  for (let i = 0; i < list.length; i++) {
    sum += list[i].size; // @megamorphic-read
  }
  return sum;
}
construct('megamorphic-read', () => totalSize(shapes));
rest('megamorphic-read', () => {
  let sum = 0;
  for (let i = 0; i < shapes.length; i++) sum ^= i;
  return sum;
});

function mark(list, value) {
  for (let i = 0; i < list.length; i++) {
    list[i].size = value + i; // @megamorphic-write
  }
}
construct('megamorphic-write', () => mark(shapes, 3));
rest('megamorphic-write', () => {
  let sum = 0;
  for (let i = 0; i < shapes.length; i++) sum ^= i;
  return sum;
});

function birthday(list) {
  const older = [];
  for (let i = 0; i < list.length; i++) {
    older[i] = { ...list[i], age: list[i].age + 1 }; // @spread-object
  }
  return older;
}
construct('spread-object', () => birthday(people));
rest('spread-object', () => {
  let sum = 0;
  for (let i = 0; i < people.length; i++) sum ^= i;
  return sum;
});

function countKeys(list) {
  let count = 0;
  for (const person of list) {
    count += Object.keys(person).length; // @object-keys
  }
  return count;
}
construct('object-keys', () => countKeys(people));
rest('object-keys', () => {
  for (const one of people) if (one === undefined) return one;
});

function countFilled(list) {
  let count = 0;
  for (const person of list) {
    for (const [key, value] of Object.entries(person)) if (value && key !== 'id') count++; // @object-entries
  }
  return count;
}
construct('object-entries', () => countFilled(people));
rest('object-entries', () => {
  for (const one of people) if (one === undefined) return one;
});

function withDefaults(list) {
  let last = {};
  for (const person of list) {
    last = Object.assign({ role: 'guest', age: 0 }, person); // @object-assign
  }
  return last;
}
construct('object-assign', () => withDefaults(people));
rest('object-assign', () => {
  for (const one of people) if (one === undefined) return one;
});

function forget(list) {
  const cache = {};
  for (const word of list) cache[word] = true; // @delete
  for (const word of list) delete cache[word]; // @delete
  return cache;
}
construct('delete', () => forget(words));

function countPriced(list, table) {
  let count = 0;
  for (const word of list) {
    if (word in table) count++; // @in
  }
  return count;
}
construct('in', () => countPriced(words, prices));
rest('in', () => {
  for (const one of words) if (one === undefined) return one;
});

function countOwn(list, table) {
  let count = 0;
  for (const word of list) {
    if (Object.hasOwn(table, word)) count++; // @has-own
  }
  return count;
}
construct('has-own', () => countOwn(words, prices));
rest('has-own', () => {
  for (const one of words) if (one === undefined) return one;
});

function longestCity(list) {
  let longest = 0;
  for (let round = 0; round < 5; round++) {
    for (const person of list) longest = Math.max(longest, person?.city?.name?.length ?? 0); // @optional-chaining
  }
  return longest;
}
construct('optional-chaining', () => longestCity(people));

function sumKeys(table) {
  let length = 0;
  for (const key in table) length += key.length; // @for-in
  return length;
}
construct('for-in', () => sumKeys(prices));

function newPoints(list) {
  const points = new Array(list.length); // @object-literal too
  for (let i = 0; i < list.length; i++) {
    points[i] = { x: list[i], y: i, label: 'point', visible: true }; // @object-literal
  }
  return points;
}
construct('object-literal', () => newPoints(numbers));
rest('object-literal', () => {
  const points = new Array(numbers.length);
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum ^= i;
  return points.length + sum;
});
