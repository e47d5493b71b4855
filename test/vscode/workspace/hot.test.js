const { describe, it } = require('node:test');

function work() {
  const end = process.cpuUsage().user + 300_000;
  let sum = 0;
  while (process.cpuUsage().user < end) for (let i = 0; i < 100000; i++) sum += Math.sqrt(i);
  return sum;
}

describe('outer', () => {
  it('is hot', () => {
    work();
  });
  it('is not', () => {
    throw new Error('must not run');
  });
});
