// Counts the words of a text. It is slow for a reason that is easy to overlook: see ../README.md.

const vocabulary = makeVocabulary(12_000);

/** A text of made-up words, the same every time. */
function makeText(length) {
  let state = 42;
  const words = [];
  for (let i = 0; i < length; i++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    words.push(vocabulary[Math.floor((state / 2147483648) ** 2 * vocabulary.length)]);
  }
  return words.join(' ');
}

function makeVocabulary(size) {
  return Array.from({ length: size }, (_, i) => `word${i.toString(36)}`);
}

function countWords(text) {
  const words = [];
  const counts = [];
  for (const word of text.split(' ')) {
    const index = words.indexOf(word); // looks through all words seen so far
    if (index >= 0) counts[index]++;
    else counts[words.push(word) - 1] = 1;
  }
  return words.map((word, i) => ({ word, count: counts[i] })).sort((a, b) => b.count - a.count);
}

const text = makeText(250_000);
for (const { word, count } of countWords(text).slice(0, 5)) {
  console.log(`${word.padEnd(10)} ${count}`);
}
