// What the constructs work on: the same in every run.

const firstNames = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Alan', 'Margaret', 'Niklaus', 'Radia'];
const lastNames = [
  'Lovelace',
  'Hopper',
  'Dijkstra',
  'Liskov',
  'Knuth',
  'Allen',
  'Turing',
  'Hamilton',
  'Wirth',
  'Perlman',
];

/** A number from 0 to 999 that looks random. */
export const scatter = (i) => (Math.imul(i + 1, 2654435761) >>> 7) % 1000;

export const people = Array.from({ length: 2000 }, (_, i) => ({
  id: i,
  first: firstNames[scatter(i) % 10],
  last: lastNames[scatter(i + 7) % 10],
  age: 18 + (scatter(i) % 60),
  city: i % 3 === 0 ? undefined : { name: `City ${i % 20}`, zip: String(10000 + scatter(i)) },
}));

export const numbers = Array.from({ length: 5000 }, (_, i) => scatter(i));

export const words = Array.from({ length: 2000 }, (_, i) => firstNames[scatter(i) % 10].toLowerCase() + scatter(i));

export const lines = people.map(({ id, first, last, age }) => `${id},${first},${last},${age},someone@example.org`);

export const text = lines.join('\n');
