import { appendFile, chmod, link, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { readRange } from './read-range.ts';
import { FACTS_LINE, type FactsText, type Section } from './section.ts';
import { readNotesOf, withBaseline } from '../../readers/v8-log/baseline-file.ts';
import { LOG_START, type NativeLines } from '../../readers/v8-log/native-functions.ts';
import { baselineFileOf, type Diagnostic, reasonOf, RecordingError } from '../../recording/index.ts';

/** How far back the end of a line is looked for, in bytes. */
const LINE_SEARCH = 1 << 16;
const NEWLINE = 0x0a;

/** Gives what a thread notes of baseline code a second name beside its log, where readers look for it; then the log. */
export async function putBeside(log: string, notes: string | undefined): Promise<string> {
  if (notes !== undefined) await link(notes, baselineFileOf(log)).catch(() => undefined);
  return log;
}

/**
 * Makes a file of a log that nobody writes any more: with what was noted of baseline code, where V8's C++ functions are, and on its last
 * line the facts. V8 does not notice when the disk is full: then its log is cut, and loses some of its end to the facts, which say so.
 * Rejects with a {@link RecordingError} (`log-not-written`) where there is no log.
 */
export async function finishLog(log: string, facts: FactsText, natives: NativeLines): Promise<Section> {
  const size = (await stat(log).catch(() => undefined))?.size ?? 0;
  const noticed = await completeLog(log, size, facts, natives).then(
    () => [],
    async (error: unknown): Promise<Diagnostic[]> => {
      const reason = reasonOf(error);
      if (size === 0) {
        throw new RecordingError(
          'log-not-written',
          `V8 wrote no log into ${path.dirname(log)}, or the program removed it (${reason}); record into a folder that the program leaves alone.`,
        );
      }
      const cut: Diagnostic = { code: 'log-cut', severity: 'warning', reason };
      await makeRoom(log, size, facts([cut])).catch(() => undefined); // the log is read without the facts as well
      return [cut];
    },
  );
  await rm(baselineFileOf(log), { force: true });
  await chmod(log, 0o600); // names of files and functions are in it
  return { format: 'v8log', file: log, profileEnd: NaN, noticed };
}

async function completeLog(log: string, size: number, facts: FactsText, natives: NativeLines): Promise<void> {
  const start = readRange(log, 0, LOG_START);
  const noted = await Promise.all([readNotesOf(log), start.then((bytes) => natives.of(bytes))]).catch(() => []);
  const lines = Buffer.concat(noted);
  // A program that was killed may have left half a line.
  const [last] = await readRange(log, Math.max(0, size - 1), size);
  const end = size > 0 && last !== NEWLINE ? '\n' : '';
  const from = size + end.length;
  const told = lines.length > 0 ? withBaseline(facts(), [from, from + lines.length]) : facts();
  await appendFile(log, Buffer.concat([Buffer.from(end), lines, Buffer.from(`${FACTS_LINE}${told}\n`)]));
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
  await appendFile(file, `${FACTS_LINE}${facts}\n`).catch(() => truncate(file, kept));
}
