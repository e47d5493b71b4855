// Everyday constructs, each as the one line of a function. `state` is what `setup` gives; `i` counts the calls.
// What a construct costs is in builtins, most of which build no frame.
const shapes = Array.from({ length: 12 }, (_, k) => ({ [`p${k}`]: k, x: k, [`q${k}`]: 1 }));
const words = 'the quick brown fox jumps over the lazy dog and runs away from it'.split(' ');

module.exports = {
  'template literal': { line: '`${i}-${state.name}-${i + 1}`', setup: () => ({ name: 'item' }) },
  'concatenation in a loop': { line: 'repeat(30, (k, s) => s + state[k % 13], "")', setup: () => words },
  'long concatenation': {
    line: 'state.a + i + state.b + (i + 1) + state.a + i + state.b + i',
    setup: () => ({ a: 'ab', b: 'cdefgh' }),
  },
  'megamorphic read': { line: 'state[i % 12].x + state[(i + 5) % 12].x + state[(i + 7) % 12].x', setup: () => shapes },
  'megamorphic write': { line: '(state[i % 12].x = i)', setup: () => shapes.map((o) => ({ ...o })) },
  'push, called': { line: 'pushAll([], 50, i).length' },
  'push, own loop': {
    line: 'function (state, i) { const a = []; for (let k = 0; k < 50; k++) a.push(i + k); return a; }',
  },
  'spread of an array': { line: '[...state, i]', setup: () => [1, 2, 3, 4, 5, 6, 7, 8] },
  'spread of an object': { line: '({ ...state, i })', setup: () => ({ a: 1, b: 2, c: 3, d: 4 }) },
  'spread in a call': { line: 'Math.max(...state)', setup: () => [1, 2, 3, 4, 5, 6, 7, 8] },
  'o[key]': {
    line: 'state.o[state.keys[i % 32]]',
    setup: () => {
      const keys = Array.from({ length: 32 }, (_, k) => `key${k}`);
      return { keys, o: Object.fromEntries(keys.map((k, n) => [k, n])) };
    },
  },
  'o[key] = value': {
    line: '(state.o[state.keys[i % 32]] = i)',
    setup: () => {
      const keys = Array.from({ length: 32 }, (_, k) => `key${k}`);
      return { keys, o: Object.fromEntries(keys.map((k, n) => [k, n])) };
    },
  },
  'key in o': {
    line: 'state.keys[i % 64] in state.o',
    setup: () => {
      const keys = Array.from({ length: 64 }, (_, k) => `key${k}`);
      return { keys, o: Object.fromEntries(keys.slice(32).map((k, n) => [k, n])) };
    },
  },
  'slice of an array': { line: 'state.slice(i % 5, 20)', setup: () => Array.from({ length: 30 }, (_, k) => k) },
  'slice of a string': { line: 'state.slice(i % 20, 40)', setup: () => words.join(' ') },
  substring: { line: 'state.substring(i % 20, 25)', setup: () => words.join(' ') },
  'indexOf in an array': { line: 'state.indexOf(i % 100)', setup: () => Array.from({ length: 100 }, (_, k) => k) },
  'includes in an array of strings': { line: 'state.includes(state[i % 13])', setup: () => words },
  'indexOf in a string': { line: 'state.indexOf("away", i % 8)', setup: () => words.join(' ') },
  startsWith: { line: 'state.startsWith("the quick brow", i % 2)', setup: () => words.join(' ') },
  charAt: { line: 'state.charAt(i % 60) + state.charAt((i + 1) % 60)', setup: () => words.join(' ') },
  parseInt: { line: 'parseInt(state[i % 32], 10)', setup: () => Array.from({ length: 32 }, (_, k) => `${k * 7919}`) },
  parseFloat: { line: 'parseFloat(state[i % 32])', setup: () => Array.from({ length: 32 }, (_, k) => `${k * 1.37}`) },
  'Number of a string': {
    line: 'Number(state[i % 32])',
    setup: () => Array.from({ length: 32 }, (_, k) => `${k * 7919}`),
  },
  'number to string': { line: '(i % 5000).toString() + (i % 77)' },
  'BigInt addition': {
    line: 'state[i % 8] + state[(i + 1) % 8]',
    setup: () => Array.from({ length: 8 }, (_, k) => 2n ** BigInt(40 + 30 * k)),
  },
  'BigInt product': {
    line: 'state[i % 8] * state[(i + 1) % 8]',
    setup: () => Array.from({ length: 8 }, (_, k) => 3n ** BigInt(40 + 30 * k)),
  },
  toUpperCase: { line: 'state[i % 13].toUpperCase()', setup: () => words },
  toLowerCase: { line: 'state[i % 13].toLowerCase()', setup: () => words.map((w) => w.toUpperCase()) },
  trim: { line: 'state[i % 13].trim()', setup: () => words.map((w) => ` ${w} `) },
  split: { line: 'state.split(" ")', setup: () => words.join(' ') },
  join: { line: 'state.join(",")', setup: () => words },
  'map with a callback': { line: 'state.map((n) => n * 2 + i)', setup: () => Array.from({ length: 30 }, (_, k) => k) },
  'filter with a callback': {
    line: 'state.filter((n) => n > i % 30)',
    setup: () => Array.from({ length: 30 }, (_, k) => k),
  },
  'for of an array': {
    line: 'function (state, i) { let s = 0; for (const n of state) s += n; return s + i; }',
    setup: () => Array.from({ length: 30 }, (_, k) => k),
  },
  'for in': {
    line: 'function (state, i) { let s = 0; for (const k in state) s += k.length; return s + i; }',
    setup: () => ({ a: 1, bb: 2, ccc: 3 }),
  },
  'destructuring of an array': {
    line: 'function (state, i) { const [a, b, c] = state; return a + b + c + i; }',
    setup: () => [1, 2, 3],
  },
  'Object.keys': { line: 'Object.keys(state)', setup: () => ({ a: 1, b: 2, c: 3, d: 4 }) },
  'Map get': { line: 'state.get(words[i % 13])', setup: () => new Map(words.map((w, k) => [w, k])) },
  'Map set': { line: 'state.set(i % 1000, i)', setup: () => new Map() },
  'Set has': { line: 'state.has(i % 200)', setup: () => new Set(Array.from({ length: 100 }, (_, k) => k * 2)) },
  'comparison of strings': {
    line: 'state.a[i % 4] < state.b[i % 4]',
    setup: () => ({ a: ['aaaaaaaaaaab', 'x', 'y', 'zzz'], b: ['aaaaaaaaaaac', 'x1', 'y2', 'zzy'] }),
  },
  'equality of strings': {
    line: 'state.a[i % 4] === state.b[i % 4]',
    setup: () => ({
      a: [0, 1, 2, 3].map((k) => `${'z'.repeat(20)}${k}`),
      b: [0, 1, 2, 3].map((k) => `${'z'.repeat(20)}${k}`),
    }),
  },
  'typeof and instanceof': {
    line: '(typeof state[i % 3] === "object" && state[i % 3] instanceof Map)',
    setup: () => [new Map(), {}, new Set()],
  },
  'a closure called': { line: '((n) => state[n % 30])(i)', setup: () => Array.from({ length: 30 }, (_, k) => k) },
  'a class with a field': {
    line: 'new state(i)',
    setup: () =>
      class {
        count = 1;
        constructor(n) {
          this.n = n;
        }
      },
  },
  'a double modulo': { line: '(i + 0.5) % 7.25 + (i * 1.5) % 3.5' },
  'JSON.stringify': { line: 'JSON.stringify(state)', setup: () => ({ a: 1, b: 'two', c: [3, 4] }) },
  'a regular expression': { line: 'state.r.test(state.s)', setup: () => ({ r: /l(a)zy (d.g)/, s: words.join(' ') }) },
};
