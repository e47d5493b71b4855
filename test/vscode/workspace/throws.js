const end = Date.now() + 300;
let sum = 0;
while (Date.now() < end) sum += Math.sqrt(sum);
throw new Error('on purpose');
