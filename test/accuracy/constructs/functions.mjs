import { construct, rest } from './construct.mjs';
import { numbers, people } from './data.mjs';

function counterFrom(start) {
  let state = start;
  return (step) => {
    // @closure
    for (let i = 0; i < 20; i++) state = (state * 13 + step + i) % 65521; // @closure
    return state;
  };
}

function runCounter(list) {
  const count = counterFrom(5);
  let last = 0;
  for (const number of list) {
    last = count(number);
  }
  return last;
}
construct('closure', () => runCounter(numbers));
rest('closure', () => {
  for (const one of numbers) if (one === undefined) return one;
});

function* range(from, to) {
  // @generator
  for (let i = from; i < to; i++) yield i; // @generator
}

function sumRange(to) {
  let sum = 0;
  for (const i of range(0, to)) sum += i; // @generator
  return sum;
}
construct('generator', () => sumRange(3000));

async function ageOf(person) {
  // @async-await
  return person.age; // @async-await
}

async function sumOfAges(list) {
  let sum = 0;
  for (const person of list) {
    sum += await ageOf(person); // @async-await
  }
  return sum;
}
construct('async-await', () => sumOfAges(people));
rest('async-await', () => {
  for (const one of people) if (one === undefined) return one;
});

function resolveAll(list) {
  let chain = Promise.resolve(0);
  for (const person of list) {
    chain = chain.then((sum) => sum + person.age); // @promise-then
  }
  return chain;
}
construct('promise-then', () => resolveAll(people));
rest('promise-then', () => {
  for (const one of people) if (one === undefined) return one;
});

async function gather(list) {
  const values = await Promise.all(list.map((person) => Promise.resolve(person.age))); // @promise-all
  return values.length;
}
construct('promise-all', () => gather(people));

function checked(number) {
  // @try-catch
  if (number % 4 === 0) throw new RangeError('divisible'); // @try-catch
  return number;
}

function countValid(list) {
  let count = 0;
  for (let i = 0; i < 400; i++) {
    try {
      count += checked(list[i]); // @try-catch too
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // @try-catch too
    }
  }
  return count;
}
construct('try-catch', () => countValid(numbers));
rest('try-catch', () => {
  let sum = 0;
  for (let i = 0; i < 400; i++) sum ^= i;
  return sum;
});

const fibonacci = (n) => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2)); // @recursion
construct('recursion', () => fibonacci(19));

function largest(...values) {
  // @spread-call
  return Math.max(...values); // @spread-call
}

function largestOfAll(list) {
  let sum = 0;
  for (let i = 0; i < 2000; i++) {
    sum += largest(list[i], list[i + 1], list[i + 2], list[i + 3]); // @spread-call
  }
  return sum;
}
construct('spread-call', () => largestOfAll(numbers));
rest('spread-call', () => {
  let sum = 0;
  for (let i = 0; i < 2000; i++) sum ^= i;
  return sum;
});

function greet(greeting, sign) {
  // @bind-apply
  return greeting + this.first + sign; // @bind-apply
}

function greetAll(list) {
  let length = 0;
  for (const person of list) {
    length += greet.apply(person, ['Hello ', '!']).length + greet.bind(person, 'Bye ')('.').length; // @bind-apply
  }
  return length;
}
construct('bind-apply', () => greetAll(people));
rest('bind-apply', () => {
  for (const one of people) if (one === undefined) return one;
});

const format = ({ first, last, age = 0, ...rest }) => first.length + last.length + age + rest.id; // @destructure-rest

function formatAll(list) {
  let sum = 0;
  for (const person of list) {
    sum += format(person);
  }
  return sum;
}
construct('destructure-rest', () => formatAll(people));
rest('destructure-rest', () => {
  for (const one of people) if (one === undefined) return one;
});

const handlers = {
  add: (state, value) => state + value, // @dispatch
  double: (state) => (state * 2) % 1e6, // @dispatch
  reset: () => 1, // @dispatch
};
const actions = numbers.map((number) => ['add', 'double', 'reset'][number % 3]);

function dispatch(list) {
  let state = 0;
  for (let i = 0; i < list.length; i++) {
    state = handlers[list[i]](state, i); // @dispatch
  }
  return state;
}
construct('dispatch', () => dispatch(actions));
rest('dispatch', () => {
  let sum = 0;
  for (let i = 0; i < actions.length; i++) sum ^= i;
  return sum;
});
