// Which of these words did the user mean? The package's own work, with a sort and a summary around it.
const { get } = require('./levenshtein.js');

const words = ['status', 'stash', 'switch', 'submodule', 'show', 'shortlog', 'sparse-checkout', 'revert', 'restore'];
const typed = [
  'statsu',
  'stahs',
  'swich',
  'submodul',
  'sohw',
  'shrotlog',
  'sparse-chekout',
  'revrt',
  'retsore',
  'STASH',
];

function nearest(word) {
  const options = { useCollator: true };
  const ranked = words.map((known) => ({ known, distance: get(word, known, options) }));
  ranked.sort((a, b) => a.distance - b.distance);
  return ranked[0];
}

function summarize(found) {
  const counts = new Map();
  for (const { known, distance } of found) counts.set(known, (counts.get(known) ?? 0) + distance);
  return [...counts].map(([known, distance]) => `${known} ${distance}`).join(', ');
}

const found = [];
for (let round = 0; round < 8000; round++) for (const word of typed) found.push(nearest(word));
console.log(summarize(found));
