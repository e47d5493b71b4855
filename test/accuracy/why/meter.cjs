// Loaded before a program: prints, as it ends, the CPU time that it took from here on, in milliseconds.
const before = process.cpuUsage();
process.on('exit', () => {
  const { user, system } = process.cpuUsage(before);
  console.log(((user + system) / 1000).toFixed(1));
});
