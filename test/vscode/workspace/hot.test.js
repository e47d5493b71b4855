const { describe, it } = require('node:test');

function work(ms) {
  const end = Date.now() + ms;
  let sum = 0;
  while (Date.now() < end) for (let i = 0; i < 100000; i++) sum += Math.sqrt(i);
  return sum;
}

describe('outer', () => {
  it('is hot', () => {
    work(600);
  });
  it('is not', () => {
    throw new Error('must not run');
  });
});
