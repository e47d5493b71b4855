// Waits for its event loop until it is stopped, so that expressions can be evaluated in it.
globalThis.answer = 42;
setInterval(() => {
  let sum = 0;
  for (let i = 0; i < 3_000_000; i++) sum += Math.sqrt(i);
  globalThis.sum = sum;
}, 10);
console.log('waiting');
