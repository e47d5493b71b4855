import { construct, rest } from './construct.mjs';
import { lines, numbers, people, words } from './data.mjs';

const json = JSON.stringify(people.slice(0, 200));

function parsePeople(string) {
  return JSON.parse(string); // @json-parse
}
construct('json-parse', () => parsePeople(json));

function writePeople(list) {
  return JSON.stringify(list); // @json-stringify
}
construct('json-stringify', () => writePeople(people));

function factorial(n) {
  let product = 1n;
  for (let i = 1n; i <= n; i++) product *= i; // @big-int
  return product;
}
construct('big-int', () => factorial(200n));

function modularSum(list) {
  let sum = 0n;
  for (const number of list) {
    sum = (sum * 31n + BigInt(number)) % 1000000007n; // @big-int-small
  }
  return sum;
}
construct('big-int-small', () => modularSum(numbers));
rest('big-int-small', () => {
  for (const one of numbers) if (one === undefined) return one;
});

const digits = numbers.map(String);

function readNumbers(list) {
  let sum = 0;
  for (const string of list) {
    sum += parseInt(string, 10); // @parse-int
  }
  return sum;
}
construct('parse-int', () => readNumbers(digits));
rest('parse-int', () => {
  for (const one of digits) if (one === undefined) return one;
});

const decimals = numbers.map((number) => `${number}.25`);

function readDecimals(list) {
  let sum = 0;
  for (const string of list) {
    sum += parseFloat(string) + Number(string); // @parse-float
  }
  return sum;
}
construct('parse-float', () => readDecimals(decimals));
rest('parse-float', () => {
  for (const one of decimals) if (one === undefined) return one;
});

function writeNumbers(list) {
  let length = 0;
  for (const number of list) {
    length += (number / 7).toFixed(2).length; // @to-fixed
  }
  return length;
}
construct('to-fixed', () => writeNumbers(numbers));
rest('to-fixed', () => {
  for (const one of numbers) if (one === undefined) return one;
});

function wave(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.sin(i) * Math.cos(i / 3) + Math.sqrt(i) + Math.hypot(i, 3); // @math
  return sum;
}
construct('math', () => wave(5000));

function weekdays(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += new Date(2024, 0, i).getDay(); // @date
  }
  return sum;
}
construct('date', () => weekdays(1000));
rest('date', () => {
  let sum = 0;
  for (let i = 0; i < 1000; i++) sum ^= i;
  return sum;
});

const pixels = new Uint8ClampedArray(20000).map((_, i) => i);

function brighten(bytes) {
  for (let i = 0; i < bytes.length; i++) bytes[i] = bytes[i] * 1.1 + 3; // @typed-array
  return bytes[7];
}
construct('typed-array', () => brighten(pixels));

const packet = new DataView(new ArrayBuffer(8000));

function sumPacket(view) {
  let sum = 0;
  for (let at = 0; at < view.byteLength; at += 8) sum += view.getUint32(at) + view.getInt16(at + 4, true); // @data-view
  return sum;
}
construct('data-view', () => sumPacket(packet));

const field = /(\d+),(\w+),(\w+)/;

function matchFields(list) {
  let length = 0;
  for (const line of list) {
    const match = field.exec(line); // @exec
    length += match[2].length; // @exec too
  }
  return length;
}
construct('exec', () => matchFields(lines));
rest('exec', () => {
  for (const one of lines) if (one === undefined) return one;
});

function countNames(list) {
  let count = 0;
  for (const line of list) {
    if (/^\d+,(Ada|Alan|Grace),.*org$/.test(line)) count++; // @regexp-test
  }
  return count;
}
construct('regexp-test', () => countNames(lines));
rest('regexp-test', () => {
  for (const one of lines) if (one === undefined) return one;
});

function tokens(list) {
  let count = 0;
  for (const line of list) {
    for (const match of line.matchAll(/\w+/g)) count += match[0].length; // @match-all
  }
  return count;
}
construct('match-all', () => tokens(lines));
rest('match-all', () => {
  for (const one of lines) if (one === undefined) return one;
});

function encodeAll(list) {
  let length = 0;
  for (const word of list) {
    length += encodeURIComponent(word + ' &?').length; // @encode-uri
  }
  return length;
}
construct('encode-uri', () => encodeAll(words));
rest('encode-uri', () => {
  for (const one of words) if (one === undefined) return one;
});

function sortNumbers(list) {
  return Float64Array.from(list).sort(); // @sort-typed
}
construct('sort-typed', () => sortNumbers(numbers));

function writeBytes(list) {
  let length = 0;
  for (const line of list) {
    length += Buffer.from(line).toString('base64').length; // @buffer
  }
  return length;
}
construct('buffer', () => writeBytes(lines));
rest('buffer', () => {
  for (const one of lines) if (one === undefined) return one;
});
