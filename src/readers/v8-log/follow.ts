import type { Profile } from '../../core/index.ts';
import { findSections } from '../thread-sections.ts';
import { useFile } from '../use-file.ts';
import { takeLines, takeNoted, takeSealed } from './baseline-file.ts';
import { LineReader } from './log-lines.ts';
import { LOG_START, NativeLines } from './native-functions.ts';
import { LogReading, type ReadV8LogOptions } from './read.ts';

/** A log that is read while V8 still writes it, so that little is left to read when the program ends. */
export interface FollowedLog {
  /**
   * The first thread's log as `readV8Log` gives it, once nothing more is written; `path` is its name by now. Undefined when
   * that is another file, or following failed: then it has to be read from its start. Called at most once.
   */
  finish(path: string, options: ReadV8LogOptions): Promise<Profile | undefined>;
  /** Lets go of the file. */
  end(): Promise<void>;
}

/** How often to look for more, in milliseconds: often enough to leave next to nothing to read at the end. */
const LOOK_EVERY = 250;

/** Begins to read a growing log. */
export function followV8Log(file: string): FollowedLog {
  const reading = new LogReading(file);
  const opened = LineReader.open(file);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let noted = 0;
  let hasNatives = false;
  let work: Promise<boolean> = opened.then(
    () => true,
    () => false,
  );
  const readOn = async (): Promise<boolean> => {
    const lines = await opened;
    const until = await lines.size();
    if (!hasNatives && until >= LOG_START) {
      hasNatives = true;
      takeLines(await new NativeLines().of(file), reading.origins);
    }
    noted = await takeNoted(file, reading.origins, noted);
    await lines.readOn(reading.line, { until });
    if (!isOver) timer = setTimeout(look, LOOK_EVERY);
    return true;
  };
  const look = (): void => {
    work = work.then((isWell) => isWell && readOn()).catch(() => false);
  };
  look();
  const stop = (): Promise<boolean> => {
    isOver = true;
    clearTimeout(timer);
    return work;
  };
  return {
    finish: async (path, options) => {
      const isWell = await stop();
      const lines = isWell ? await opened : undefined;
      if (lines === undefined || !(await useFile(path, (file) => lines.isAt(file)))) return undefined;
      const indexed = await findSections(path);
      const until = indexed?.sections[0].range[1] ?? (await lines.size());
      await takeSealed(path, [0, until], reading.origins);
      await lines.readOn(reading.line, { ...options, until });
      return reading.end(path, lines.rest(), indexed !== undefined);
    },
    end: async () => {
      await stop();
      await opened.then(
        (lines) => lines.close(),
        () => undefined,
      );
    },
  };
}
