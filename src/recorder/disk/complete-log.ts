import { appendFile, chmod, link, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { readRange } from './read-range.ts';
import { FACTS_LINE, type FactsText, type Section } from './section.ts';
import { type BaselineRange, readNotedLines, withBaseline } from '../../readers/v8-log/baseline-file.ts';
import type { NativeLines } from '../../readers/v8-log/native-functions.ts';
import { baselineFileOf, type Diagnostic, reasonOf, RecordingError } from '../../recording/index.ts';

/** How far back the end of a line is looked for, in bytes. */
const LINE_SEARCH = 1 << 16;
const NEWLINE = 0x0a;

/** Gives what a thread notes of baseline code a second name beside its log, where readers look for it; then the log. */
export async function putBeside(log: string, notes: string | undefined): Promise<string> {
  if (notes !== undefined) await link(notes, baselineFileOf(log)).catch(() => undefined);
  return log;
}

/** Makes a file of a log that nobody writes any more, with the facts about it. */
export async function finishLog(log: string, facts: FactsText, natives: NativeLines): Promise<Section> {
  const baseline = await takeInNotes(log, natives);
  const noticed = await completeLog(log, (cut) => (baseline ? withBaseline(facts(cut), baseline) : facts(cut)));
  await chmod(log, 0o600); // names of files and functions are in it
  return { format: 'v8log', file: log, profileEnd: NaN, noticed };
}

/**
 * Puts what was noted of baseline code beside a log into it, and where V8's C++ functions are. Gives where these lines are. If the
 * disk does not take them, baseline code has no lines.
 */
async function takeInNotes(log: string, natives: NativeLines): Promise<BaselineRange | undefined> {
  try {
    const lines = Buffer.concat([await readNotedLines(log), await natives.of(log)]);
    await rm(baselineFileOf(log), { force: true });
    return lines.length > 0 ? await appendLines(log, lines) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Ends a V8 log with one line more, the facts, and gives what was noticed. V8 does not notice when the disk is full: then
 * its log is cut, and loses some of its end to the facts, which say so. Rejects with a {@link RecordingError}
 * (`log-not-written`) where there is no log.
 */
async function completeLog(file: string, facts: FactsText): Promise<Diagnostic[]> {
  const written = (await stat(file).catch(() => undefined))?.size ?? 0;
  try {
    await appendLine(file, written, facts());
    return [];
  } catch (error) {
    const reason = reasonOf(error);
    if (written === 0) {
      throw new RecordingError(
        'log-not-written',
        `V8 wrote no log into ${path.dirname(file)}, or the program removed it (${reason}); record into a folder that the program leaves alone.`,
      );
    }
    const cut: Diagnostic = { code: 'log-cut', severity: 'warning', reason };
    await makeRoom(file, written, facts([cut])).catch(() => undefined); // the log is read without the facts as well
    return [cut];
  }
}

/** Appends whole lines to a V8 log, or nothing, and tells from which byte to before which one they are. */
async function appendLines(file: string, lines: Buffer): Promise<readonly [from: number, until: number]> {
  const { size } = await stat(file);
  try {
    const from = size + (await endLine(file, size)).length;
    await appendFile(file, lines);
    return [from, from + lines.length];
  } catch (error) {
    await truncate(file, size);
    throw error;
  }
}

async function appendLine(file: string, size: number, facts: string): Promise<void> {
  await endLine(file, size);
  await appendFile(file, `${FACTS_LINE}${facts}\n`);
}

/** A program that was killed may have left half a line. Gives what was appended to end it. */
async function endLine(file: string, size: number): Promise<string> {
  const end = await readRange(file, Math.max(0, size - 1), size);
  const missing = size > 0 && end[0] !== NEWLINE ? '\n' : '';
  if (missing !== '') await appendFile(file, missing);
  return missing;
}

/** Puts the facts in the place of the log's end, unless they would need more than half of it. */
async function makeRoom(file: string, size: number, facts: string): Promise<void> {
  const room = 2 * Buffer.byteLength(facts) + LINE_SEARCH;
  const limit = room < size / 2 ? size - room : size;
  const start = Math.max(0, limit - LINE_SEARCH);
  const lineEnd = (await readRange(file, start, limit)).lastIndexOf(NEWLINE);
  const kept = lineEnd < 0 ? limit : start + lineEnd + 1;
  await truncate(file, kept);
  if (limit === size) return;
  await appendLine(file, kept, facts).catch(() => truncate(file, kept));
}
