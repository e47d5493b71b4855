import { stat } from 'node:fs/promises';
import { lastAtOrBelow, type Milliseconds } from '../core/index.ts';
import { findLineStarts } from '../recording/line-starts.ts';
import { filePathOf } from './recorded-scripts.ts';
import { readRegularFile } from './read-regular-file.ts';
import { type SampledScript, sumOfSamples } from './sampled-scripts.ts';

const FILES_AT_ONCE = 16;
/** What Node runs as it stands in a file. */
const PLAIN = /(^|\/)[^./]+$|\.[cm]?js$/;
/** Where V8 has a function begin: its parameters, or `class` for a constructor that is not written. */
const FUNCTION_START = /\(|(?:async\s+)?[\p{ID_Continue}$]+\s*=>|async\b|class\b|[{[]/uy;
/** Scripts of which nothing is known matter from this share of all samples on, and this many. */
const WORTH_SHARE = 0.01;
const WORTH_SAMPLES = 3;

/**
 * Whether a program ran its scripts' files as they are, so that the runtime need not be asked: naming its scripts costs a
 * program 7 ms for each megabyte of them. A file counts as what ran if it was not written `since` (Unix time) and all
 * sampled functions begin in it where V8 says; one of which no function was sampled, if that holds for another one of its
 * package or folder. Loaders, which make a text in memory, move functions.
 */
export async function runsFiles(scripts: readonly SampledScript[], since: Milliseconds): Promise<boolean> {
  const asked = scripts.filter(({ url }) => !url.startsWith('node:'));
  const proven = new Set<string>();
  const open: SampledScript[] = [];
  for (let i = 0; i < asked.length; i += FILES_AT_ONCE) {
    const some = asked.slice(i, i + FILES_AT_ONCE);
    const verdicts = await Promise.all(some.map((script) => compareWithFile(script, since)));
    if (verdicts.includes('other')) return false;
    some.forEach((script, at) => {
      if (verdicts[at] === 'same') proven.add(packageOf(script.url));
      else open.push(script);
    });
  }
  const unknown = sumOfSamples(open.filter(({ url }) => !proven.has(packageOf(url))));
  return unknown < WORTH_SAMPLES || unknown < sumOfSamples(scripts) * WORTH_SHARE;
}

/** Its folder; outside of packages the script's own. */
const packageOf = (url: string): string =>
  (/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(url) ?? /^.*\//.exec(url))?.[0] ?? url;

async function compareWithFile(script: SampledScript, since: Milliseconds): Promise<'same' | 'other' | 'unknown'> {
  const file = filePathOf(script.url);
  if (file === undefined || !PLAIN.test(file.replaceAll('\\', '/'))) return 'other';
  const [bytes, found] = await Promise.all([readRegularFile(file), stat(file).catch(() => undefined)]);
  if (bytes === undefined || found === undefined || Math.max(found.mtimeMs, found.ctimeMs) >= since) return 'other';
  const text = bytes.toString('utf8');
  // Whether V8 gets a byte order mark differs, and with it the first line's columns.
  if (text.startsWith('\uFEFF')) return 'other';
  const starts = findLineStarts(text);
  if (!script.functions.every((place) => beginsFunction(text, starts, place))) return 'other';
  return script.functions.length > 0 ? 'same' : 'unknown';
}

function beginsFunction(text: string, starts: Int32Array, [line, column]: readonly [number, number]): boolean {
  if (line >= starts.length) return false;
  const at = starts[line] + column;
  FUNCTION_START.lastIndex = at;
  return lastAtOrBelow(starts, at) === line && FUNCTION_START.test(text);
}
