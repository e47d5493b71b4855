import { type LoggedScript, LoggedScripts } from '../../readers/v8-log/logged-scripts.ts';
import { LineReader } from '../../readers/v8-log/log-lines.ts';
import type { Milliseconds } from '../../core/index.ts';
import { CLOCK_SCRIPT, type RecordedScript } from '../../recording/index.ts';
import { formatLineLengths } from '../../recording/line-starts.ts';
import type { FollowedThread, KnownText } from './script-texts.ts';

/** Times of files are coarse, in milliseconds. */
const COARSE_MS = 20;
/** At most so long after a file was read its code is compiled, in milliseconds. */
const LOADING_MS = 1000;

/**
 * Follows the scripts of a V8 log that grows. It holds no texts: V8 spends more time on writing them into its log than on all the
 * rest of it. `clockAt`: when the program ran the clock script, Unix time. Rejects where the log cannot be opened.
 */
export async function openLoggedTexts(log: string, clockAt: Milliseconds) {
  const lines = await LineReader.open(log);
  const logged = new LoggedScripts();
  return {
    /** Reads what the log has by now. Node's own files are on no disk, and no line of what the recorder evaluates is shown. */
    scripts: async (): ReturnType<FollowedThread['scripts']> => {
      await lines.readOn(logged.line);
      const all = [...logged.scripts.values()];
      const clock = all.findLast(({ url }) => url === CLOCK_SCRIPT);
      const loadedAt = ({ compiledAt }: LoggedScript): Milliseconds => {
        const sinceClock = clock === undefined ? 0 : (compiledAt - clock.compiledAt) / 1000;
        return clockAt + Math.max(-COARSE_MS, sinceClock - LOADING_MS);
      };
      const scripts = all
        .filter(({ samples, url }) => samples > 0 && !/^(?:node|heatline):/.test(url))
        .map((script) => ({ ...script, functions: [...script.functions.values()], loadedAt: loadedAt(script) }));
      return { scripts, all: logged.ticks };
    },
    close: () => lines.close(),
  };
}

/**
 * What a log's recording says of scripts, each text once: lines follow from characters, and these from the text. Of a file that ran as
 * it is and in a wrapper, the lines differ.
 */
export function noteLogged(known: readonly KnownText[]): RecordedScript[] {
  const notes = new Map<string, RecordedScript & { ids: number[] }>();
  for (const { script, note, text } of known) {
    const key = JSON.stringify([note.url, note.contentHash, note.source, text?.length]);
    const same = notes.get(key);
    const lines = note.source === undefined && text ? formatLineLengths(text.starts, text.length) : undefined;
    if (same !== undefined) same.ids.push(script.id);
    else notes.set(key, { ...note, ids: [script.id], lines });
  }
  return [...notes.values()];
}
