import { construct, rest } from './construct.mjs';
import { people, words } from './data.mjs';

function index(list) {
  const byName = new Map();
  for (const person of list) {
    byName.set(person.first + person.id, person); // @map-set
  }
  return byName;
}
construct('map-set', () => index(people));
rest('map-set', () => {
  for (const one of people) if (one === undefined) return one;
});

const ages = new Map(words.map((word, i) => [word, i]));

function sumAges(list) {
  let sum = 0;
  for (const word of list) {
    sum += ages.get(word); // @map-get
  }
  return sum;
}
construct('map-get', () => sumAges(words));
rest('map-get', () => {
  for (const one of words) if (one === undefined) return one;
});

function unique(list) {
  const seen = new Set();
  for (const word of list) {
    if (!seen.has(word)) seen.add(word); // @set
  }
  return seen.size;
}
construct('set', () => unique(words));
rest('set', () => {
  for (const one of words) if (one === undefined) return one;
});

function sumEntries(map) {
  let sum = 0;
  for (const [key, value] of map) sum += key.length + value; // @map-iteration
  return sum;
}
construct('map-iteration', () => sumEntries(ages));

const secrets = new WeakMap(people.map((person) => [person, person.age]));

function readSecrets(list) {
  let sum = 0;
  for (const person of list) {
    sum += secrets.get(person); // @weak-map
  }
  return sum;
}
construct('weak-map', () => readSecrets(people));
rest('weak-map', () => {
  for (const one of people) if (one === undefined) return one;
});

const kind = Symbol('kind');
const tagged = people.map((person) => ({ name: person.first, [kind]: person.age, [Symbol.for(person.last)]: 1 }));

function sumKinds(list, key) {
  let sum = 0;
  for (let round = 0; round < 5; round++) {
    for (const one of list) sum += one[key]; // @symbol-key
  }
  return sum;
}
construct('symbol-key', () => sumKinds(tagged, kind));

const logged = { reads: 0 };
const watched = new Proxy(people[0], {
  get(target, property) {
    // @proxy
    logged.reads++; // @proxy
    return target[property]; // @proxy
  },
});

function readWatched(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += watched.age; // @proxy
  }
  return sum;
}
construct('proxy', () => readWatched(3000));
rest('proxy', () => {
  let sum = 0;
  for (let i = 0; i < 3000; i++) sum ^= i;
  return sum;
});
