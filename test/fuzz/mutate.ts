import { extremes, mutateJson } from './mutate-json.ts';
import type { Random } from '../support/random.ts';

/** Changes a recording; a character of the text is a byte of the file. */
type Mutation = (text: string, random: Random) => string;

const anywhere: readonly Mutation[] = [flipBits, overwrite, truncate, cut, repeatPart, exchangeParts, replaceNumber];
const ofLines: readonly Mutation[] = [removeLines, repeatLine, exchangeLines, replaceField, replaceField, mutateNote];

/** The recording, damaged in one to three ways. */
export function mutate(text: string, random: Random): string {
  const mutations = [...anywhere, ...(text.includes('\n') ? [...ofLines, ...ofLines] : []), mutateJson, mutateJson];
  let mutant = text;
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0; left--) mutant = random.pick(mutations)(mutant, random);
  return mutant;
}

const put = (text: string, from: number, until: number, part: string): string =>
  text.slice(0, from) + part + text.slice(until);

function flipBits(text: string, random: Random): string {
  const bytes = Buffer.from(text, 'latin1');
  for (let left = 1 + random.below(6); left > 0 && bytes.length > 0; left--)
    bytes[random.below(bytes.length)] ^= 1 << random.below(8);
  return bytes.toString('latin1');
}

function overwrite(text: string, random: Random): string {
  const at = random.below(text.length);
  return put(text, at, at + 1, random.pick(Array.from('"\\{}[],:-9e\n\0\xff')));
}

function truncate(text: string, random: Random): string {
  return text.slice(0, random.below(text.length));
}

/** A part of the text, short or long. */
function partOf(text: string, random: Random): [from: number, until: number] {
  const from = random.below(text.length);
  return [from, from + random.below(random.pick([4, 64, text.length - from]))];
}

function cut(text: string, random: Random): string {
  return put(text, ...partOf(text, random), '');
}

function repeatPart(text: string, random: Random): string {
  const [from, until] = partOf(text, random);
  return put(text, until, until, text.slice(from, until));
}

function exchangeParts(text: string, random: Random): string {
  const [a, b, c] = [0, 1, 2].map(() => random.below(text.length)).sort((left, right) => left - right);
  return text.slice(0, a) + text.slice(b, c) + text.slice(a, b) + text.slice(c);
}

/** The first number after some place is another one. */
function replaceNumber(text: string, random: Random): string {
  const number = /-?\b(?:0x[\da-f]+|\d+(?:\.\d+)?)/g;
  number.lastIndex = random.below(text.length);
  const found = number.exec(text);
  return found ? put(text, found.index, number.lastIndex, random.pick(extremes)) : text;
}

/** The lines with one of them, or a stretch from it on, changed. */
function changeLines(text: string, random: Random, change: (lines: string[], at: number) => void): string {
  const lines = text.split('\n');
  change(lines, random.below(lines.length));
  return lines.join('\n');
}

function removeLines(text: string, random: Random): string {
  return changeLines(text, random, (lines, at) =>
    lines.splice(at, 1 + random.below(random.pick([1, 20, lines.length]))),
  );
}

function repeatLine(text: string, random: Random): string {
  return changeLines(text, random, (lines, at) =>
    lines.splice(random.below(lines.length), 0, ...Array<string>(random.pick([1, 3, 500])).fill(lines[at])),
  );
}

function exchangeLines(text: string, random: Random): string {
  return changeLines(text, random, (lines, at) => {
    const other = random.below(lines.length);
    [lines[at], lines[other]] = [lines[other], lines[at]];
  });
}

const fields: readonly string[] = [
  ...extremes.filter((each) => each.length < 100),
  ...' 0x0 0xffffffff 0xffffffffffffffff 0x1fffffffffffff -0x1 \\x \\u12 ~ * +0x10 C0O0'.split(' '),
];

/** A field of a line is another one, gone or repeated. Samples are as likely as everything else. */
function replaceField(text: string, random: Random): string {
  const lines = text.split('\n');
  const ticks = random.share() < 0.5 ? lines.flatMap((line, i) => (line.startsWith('tick,') ? [i] : [])) : [];
  const at = ticks.length > 0 ? random.pick(ticks) : random.below(lines.length);
  const parts = lines[at].split(',');
  const field = random.below(parts.length);
  parts.splice(field, random.pick([1, 1, 1, 0]), ...random.pick([[random.pick(fields)], [random.pick(fields)], []]));
  lines[at] = parts.join(',');
  return lines.join('\n');
}

/** What stands as JSON behind the first comma of a line (`heatline,{…}`), or is a line, is changed. */
function mutateNote(text: string, random: Random): string {
  const lines = text.split('\n');
  const notes = lines.flatMap((line, i) => (/^(heatline(-threads)?,)?\{/.test(line) ? [i] : []));
  if (notes.length === 0) return text;
  const at = random.pick(notes);
  const json = lines[at].indexOf('{');
  lines[at] = lines[at].slice(0, json) + mutateJson(lines[at].slice(json), random);
  return lines.join('\n');
}
