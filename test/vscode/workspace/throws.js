let sum = 0;
for (let i = 0; i < 3e7; i++) sum += Math.sqrt(i);
throw new Error('on purpose');
