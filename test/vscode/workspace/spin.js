// Never ends by itself.
console.log('spinning');
let rounds = 0;
while (true) {
  rounds = (rounds * 31 + 7) % 1_000_003;
}
