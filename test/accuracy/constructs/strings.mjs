import { construct, rest } from './construct.mjs';
import { lines, people, text, words } from './data.mjs';

function listNames(list) {
  let names = '';
  for (const person of list) {
    names += person.first + ' ' + person.last + '; '; // @concatenation
  }
  return names.length;
}
construct('concatenation', () => listNames(people));
rest('concatenation', () => {
  for (const one of people) if (one === undefined) return one;
});

function describePeople(list) {
  const described = [];
  for (let i = 0; i < list.length; i++) {
    const person = list[i]; // @template-literal too
    described[i] = `${person.first} ${person.last} is ${person.age} years old`; // @template-literal
  }
  return described;
}
construct('template-literal', () => describePeople(people));
rest('template-literal', () => {
  let sum = 0;
  for (let i = 0; i < people.length; i++) sum ^= people[i].id;
  return sum;
});

function abbreviate(list) {
  const short = [];
  for (let i = 0; i < list.length; i++) {
    short[i] = list[i].slice(1, 4); // @slice
  }
  return short;
}
construct('slice', () => abbreviate(words));
rest('slice', () => {
  let sum = 0;
  for (let i = 0; i < words.length; i++) sum ^= i;
  return sum;
});

function countMentions(list, name) {
  let count = 0;
  for (const line of list) {
    if (line.indexOf(name) >= 0) count++; // @index-of
  }
  return count;
}
construct('index-of', () => countMentions(lines, 'example.org'));
rest('index-of', () => {
  for (const one of lines) if (one === undefined) return one;
});

function readFields(list) {
  let count = 0;
  for (const line of list) {
    const fields = line.split(','); // @split
    count += fields.length; // @split too
  }
  return count;
}
construct('split', () => readFields(lines));
rest('split', () => {
  for (const one of lines) if (one === undefined) return one;
});

function hideVowels(list) {
  const hidden = [];
  for (const line of list) {
    const clean = line.replace(/[aeiou]+/g, '*'); // @replace
    hidden.push(clean); // @replace too
  }
  return hidden;
}
construct('replace', () => hideVowels(lines));
rest('replace', () => {
  const copy = [];
  for (const line of lines) copy.push(line);
  return copy;
});

function shout(list) {
  let length = 0;
  for (const word of list) {
    const loud = word.toUpperCase(); // @to-upper-case
    length += loud.length; // @to-upper-case too
  }
  return length;
}
construct('to-upper-case', () => shout(lines));
rest('to-upper-case', () => {
  for (const one of lines) if (one === undefined) return one;
});

function hashOf(string) {
  let hash = 0;
  for (let i = 0; i < string.length; i++) hash = (Math.imul(hash, 31) + string.charCodeAt(i)) | 0; // @char-code-at
  return hash;
}
construct('char-code-at', () => hashOf(text));

function alignIds(list) {
  const aligned = [];
  for (const { id } of list) {
    const padded = String(id).padStart(8, '0'); // @pad-start
    aligned.push(padded); // @pad-start too
  }
  return aligned;
}
construct('pad-start', () => alignIds(people));
rest('pad-start', () => {
  const copy = [];
  for (const { id } of people) copy.push(id);
  return copy;
});

const padded = words.map((word, i) => ' '.repeat(i % 5) + word + ' \n');

function tidy(list) {
  let length = 0;
  for (const word of list) {
    length += word.trim().length; // @trim
  }
  return length;
}
construct('trim', () => tidy(padded));
rest('trim', () => {
  for (const one of padded) if (one === undefined) return one;
});

function countQuestions(list) {
  let count = 0;
  for (const line of list) {
    if (line.startsWith('19') || line.includes('Turing') || line.endsWith('.com')) count++; // @includes-string
  }
  return count;
}
construct('includes-string', () => countQuestions(lines));
rest('includes-string', () => {
  for (const one of lines) if (one === undefined) return one;
});

function toCsv(list) {
  const rows = [];
  for (const { id, first, last } of list) {
    const cells = [id, first, last]; // @join too
    rows.push(cells.join(';')); // @join
  }
  return rows;
}
construct('join', () => toCsv(people));
rest('join', () => {
  const copy = [];
  for (const { id } of people) copy.push(id);
  return copy;
});

function compareNames(list) {
  let sum = 0;
  for (let i = 1; i < list.length; i++) {
    sum += list[i - 1] < list[i] ? 1 : 0; // @compare-strings
  }
  return sum;
}
construct('compare-strings', () => compareNames(lines));
rest('compare-strings', () => {
  let sum = 0;
  for (let i = 0; i < lines.length; i++) sum ^= i;
  return sum;
});

function escapeHtml(strings, ...values) {
  // @tagged-template
  return strings.reduce((html, string, i) => html + string + String(values[i] ?? '').replace('<', '&lt;'), ''); // @tagged-template
}
function renderRows(list) {
  let html = '';
  for (const { first, last } of list) {
    html = escapeHtml`<td>${first}</td><td>${last}</td>`; // @tagged-template
  }
  return html;
}
construct('tagged-template', () => renderRows(people));
rest('tagged-template', () => {
  for (const one of people) if (one === undefined) return one;
});
