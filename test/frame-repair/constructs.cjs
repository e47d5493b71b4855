// Everyday constructs, each as the one line of a function `(state, i)`; `i` counts the calls, `state` is the value of
// `setup`. Their cost is in builtins, most of which build no frame. Text, so that it can be compiled anywhere.
exports.prelude = `const words = 'the quick brown fox jumps over the lazy dog and runs away from it'.split(' ');
const text = words.join(' ');
const numbers = (n) => Array.from({ length: n }, (_, k) => k);
const record = (keys) => Object.fromEntries(keys.map((key, k) => [key, k]));`;

const keyed = '((keys) => ({ keys, o: record(keys) }))(numbers(32).map((k) => "key" + k))';
const strings =
  '((list) => ({ a: list("zzzzzzzzzzzzzz"), b: list("zzzzzzzzzzzzzz") }))((s) => numbers(8).map((k) => s + (k >> 1)))';
const shapes = 'numbers(12).map((k) => ({ ["p" + k]: k, x: k, ["q" + k]: 1 }))';

exports.constructs = [
  { name: 'template literal', line: 'return `${i}-${state.name}-${i + 1}`;', setup: '({ name: "item" })' },
  {
    name: 'concatenation in a loop',
    line: 'let s = ""; for (let k = 0; k < 30; k++) s += state[k % 13]; return s.length;',
    setup: 'words',
  },
  {
    name: 'long concatenation',
    line: 'return state.a + i + state.b + (i + 1) + state.a + i + state.b + i;',
    setup: '({ a: "ab", b: "cdefgh" })',
  },
  {
    name: 'megamorphic read',
    line: 'return state[i % 12].x + state[(i + 5) % 12].x + state[(i + 7) % 12].x;',
    setup: shapes,
  },
  { name: 'megamorphic write', line: 'return (state[i % 12].x = i);', setup: shapes },
  { name: 'push', line: 'const a = []; for (let k = 0; k < 50; k++) a.push(i + k); return a;', setup: '0' },
  { name: 'push of one', line: 'if (state.length > 1000) state.length = 0; return state.push(i);', setup: '[]' },
  {
    name: 'pop and shift',
    line: 'state.push(i, i, i); state.pop(); state.shift(); return state.pop();',
    setup: '[1, 2, 3]',
  },
  { name: 'spread of an array', line: 'return [...state, i];', setup: 'numbers(8)' },
  { name: 'spread of an object', line: 'return { ...state, i };', setup: '({ a: 1, b: 2, c: 3, d: 4 })' },
  { name: 'spread in a call', line: 'return Math.max(...state);', setup: 'numbers(8)' },
  { name: 'o[key]', line: 'return state.o[state.keys[i % 32]];', setup: keyed },
  { name: 'o[key] = value', line: 'return (state.o[state.keys[i % 32]] = i);', setup: keyed },
  { name: 'key in o', line: 'return state.keys[i % 32] in state.o;', setup: keyed },
  { name: 'slice of an array', line: 'return state.slice(i % 5, 20);', setup: 'numbers(30)' },
  { name: 'slice of a string', line: 'return state.slice(i % 20, 40);', setup: 'text' },
  { name: 'substring', line: 'return state.substring(i % 20, 25);', setup: 'text' },
  { name: 'indexOf in an array', line: 'return state.indexOf(i % 100);', setup: 'numbers(100)' },
  { name: 'includes in strings', line: 'return state.includes(state[i % 13]);', setup: 'words' },
  { name: 'indexOf in a string', line: 'return state.indexOf("away", i % 8);', setup: 'text' },
  { name: 'startsWith', line: 'return state.startsWith("the quick brow", i % 2);', setup: 'text' },
  { name: 'charAt', line: 'return state.charAt(i % 60) + state.charAt((i + 1) % 60);', setup: 'text' },
  { name: 'parseInt', line: 'return parseInt(state[i % 32], 10);', setup: 'numbers(32).map((k) => `${k * 7919}`)' },
  { name: 'parseFloat', line: 'return parseFloat(state[i % 32]);', setup: 'numbers(32).map((k) => `${k * 1.37}`)' },
  { name: 'Number of a string', line: 'return Number(state[i % 32]);', setup: 'numbers(32).map((k) => `${k * 7919}`)' },
  { name: 'number to string', line: 'return (i % 5000).toString() + (i % 77);', setup: '0' },
  {
    name: 'BigInt addition',
    line: 'return state[i % 8] + state[(i + 1) % 8];',
    setup: 'numbers(8).map((k) => 2n ** BigInt(40 + 30 * k))',
  },
  {
    name: 'BigInt product',
    line: 'return state[i % 8] * state[(i + 1) % 8];',
    setup: 'numbers(8).map((k) => 3n ** BigInt(40 + 30 * k))',
  },
  { name: 'toUpperCase', line: 'return state[i % 13].toUpperCase();', setup: 'words' },
  {
    name: 'toLowerCase',
    line: 'return state[i % 13].toLowerCase();',
    setup: 'words.map((word) => word.toUpperCase())',
  },
  { name: 'trim', line: 'return state[i % 13].trim();', setup: 'words.map((word) => ` ${word} `)' },
  { name: 'split', line: 'return state.split(" ");', setup: 'text' },
  { name: 'join', line: 'return state.join(",");', setup: 'words' },
  { name: 'map', line: 'return state.map((n) => n * 2 + i);', setup: 'numbers(30)' },
  { name: 'filter', line: 'return state.filter((n) => n > i % 30);', setup: 'numbers(30)' },
  { name: 'for of', line: 'let s = 0; for (const n of state) s += n; return s + i;', setup: 'numbers(30)' },
  {
    name: 'for in',
    line: 'let s = 0; for (const k in state) s += k.length; return s + i;',
    setup: '({ a: 1, bb: 2, ccc: 3 })',
  },
  { name: 'destructuring', line: 'const [a, b, c] = state; return a + b + c + i;', setup: '[1, 2, 3]' },
  { name: 'Object.keys', line: 'return Object.keys(state);', setup: '({ a: 1, b: 2, c: 3, d: 4 })' },
  { name: 'Map get', line: 'return state.get(words[i % 13]);', setup: 'new Map(words.map((word, k) => [word, k]))' },
  { name: 'Map set', line: 'return state.set(i % 1000, i);', setup: 'new Map()' },
  { name: 'Set has', line: 'return state.has(i % 200);', setup: 'new Set(numbers(100).map((k) => k * 2))' },
  { name: 'string comparison', line: 'return state.a[i % 8] < state.b[(i + 1) % 8];', setup: strings },
  { name: 'string equality', line: 'return state.a[i % 8] === state.b[i % 8];', setup: strings },
  {
    name: 'instanceof',
    line: 'return typeof state[i % 3] === "object" && state[i % 3] instanceof Map;',
    setup: '[new Map(), {}, new Set()]',
  },
  { name: 'closure', line: 'return ((n) => state[n % 30])(i);', setup: 'numbers(30)' },
  {
    name: 'class with a field',
    line: 'return new state(i);',
    setup: '(class { count = 1; constructor(n) { this.n = n; } })',
  },
  { name: 'double modulo', line: 'return ((i + 0.5) % 7.25) + ((i * 1.5) % 3.5);', setup: '0' },
  { name: 'JSON.stringify', line: 'return JSON.stringify(state);', setup: '({ a: 1, b: "two", c: [3, 4] })' },
  { name: 'regular expression', line: 'return state.test(text);', setup: '/l(a)zy (d.g)/' },
];
