import { construct, rest } from './construct.mjs';
import { numbers } from './data.mjs';

class Circle {
  constructor(radius) {
    this.radius = radius;
  }
  get area() {
    // @getter
    return Math.cbrt(Math.PI * this.radius ** 2) + Math.atan2(this.radius, 3) + Math.log1p(this.radius); // @getter
  }
}
const circles = numbers.map((number) => new Circle(number));

function totalArea(list) {
  let sum = 0;
  for (const circle of list) {
    sum += circle.area;
  }
  return sum;
}
construct('getter', () => totalArea(circles));
rest('getter', () => {
  for (const one of circles) if (one === undefined) return one;
});

class Account {
  #balance = 0;
  deposit(amount) {
    // @private-field
    for (let cents = amount; cents > 0; cents--) this.#balance = (this.#balance * 7 + cents) % 10007; // @private-field
  }
  get balance() {
    return this.#balance;
  }
}
const account = new Account();

function save(list) {
  for (const amount of list) {
    account.deposit(amount & 63);
  }
  return account.balance;
}
construct('private-field', () => save(numbers));
rest('private-field', () => {
  for (const one of numbers) if (one === undefined) return one;
});

class Animal {
  describe(size) {
    // @super-call
    return size > 500 ? 'a big one' : 'a small one'; // @super-call
  }
}
class Dog extends Animal {
  describe(size) {
    // @super-call
    return super.describe(size) + ', and it barks ' + size; // @super-call
  }
}
const dog = new Dog();

function describeDogs(list) {
  let length = 0;
  for (const size of list) {
    length += dog.describe(size).length; // @super-call
  }
  return length;
}
construct('super-call', () => describeDogs(numbers));
rest('super-call', () => {
  for (const one of numbers) if (one === undefined) return one;
});

class Shape {
  static [Symbol.hasInstance](value) {
    // @instance-of
    return typeof value === 'object' && 'radius' in value; // @instance-of
  }
}
const mixed = numbers.map((number, i) => (i % 3 === 0 ? new Map() : i % 3 === 1 ? circles[number] : [number]));

function countShapes(list) {
  let count = 0;
  for (const one of list) {
    if (one instanceof Map || one instanceof Array || one instanceof Shape) count++; // @instance-of
  }
  return count;
}
construct('instance-of', () => countShapes(mixed));
rest('instance-of', () => {
  for (const one of mixed) if (one === undefined) return one;
});

class Vector {
  constructor(x, y) {
    // @new
    this.x = x; // @new
    this.y = y; // @new
  }
}

function vectors(list) {
  const result = [];
  for (let i = 0; i < list.length; i++) {
    result[i] = new Vector(list[i], i); // @new
  }
  return result;
}
construct('new', () => vectors(numbers));
rest('new', () => {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum ^= i;
  return sum;
});

class Query {
  parts = [];
  where(part) {
    // @method-chain
    this.parts = this.parts.concat(part); // @method-chain
    return this;
  }
}

function buildQueries(count) {
  let query = new Query();
  for (let i = 0; i < count; i++) {
    query = new Query().where('a').where('b').where('c').where('d');
  }
  return query;
}
construct('method-chain', () => buildQueries(800));
rest('method-chain', () => {
  let sum = 0;
  for (let i = 0; i < 800; i++) sum ^= i;
  return sum;
});
