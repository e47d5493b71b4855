import * as v from 'valibot';
import type { Profiles } from '../../core/index.ts';
import { type ReadOptions, scanJson } from '../cpuprofile/read.ts';
import { readStart } from '../cpuprofile/wrong-file.ts';
import { FormatError } from '../format-error.ts';
import { buildThreads } from '../stacks/linked-threads.ts';
import { HermesStacks } from './hermes.ts';
import { TraceProfiles } from './profiles.ts';
import { TraceScripts } from './scripts.ts';
import { TraceThreads, traceEventSchema } from './threads.ts';

/** The keys that tools write first, and a list. */
const START =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:\[|\{\s*"(?:traceEvents|metadata|displayTimeUnit|otherData|stackFrames)"|.*"traceEvents"\s*:)/s;

/** Whether a file that begins with these bytes is a trace. */
export const isTrace = (start: Buffer): boolean => START.test(start.toString('latin1'));

/** No event of a sampler's or with a script's text is longer. */
const LONGEST_EVENT = 256 * 1024 * 1024;
const LONGEST_METADATA = 500 * 1024 * 1024;

/** What an event that is of use here has in its text. */
const USEFUL = /"(?:Profile(?:Chunk)?|(?:thread|process)_(?:name|labels)|(?:Large)?ScriptCatchup|ScriptCompiled)"/;

/** Names stand before or behind the long parts of an event. */
const END_LENGTH = 256;

const isUseful = (event: Buffer): boolean =>
  USEFUL.test(event.toString('latin1', Math.max(0, event.length - END_LENGTH))) ||
  (event.length > END_LENGTH &&
    (USEFUL.test(event.toString('latin1', 0, END_LENGTH)) || USEFUL.test(event.toString('latin1'))));

/**
 * Reads a trace of Chrome's, Node's or an old one of React Native's (Hermes): a profile for each thread that V8 or Hermes
 * sampled. Format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU. Throws `FormatError`.
 */
export async function readTrace(file: string, options: ReadOptions = {}): Promise<Profiles> {
  const [threads, scripts] = [new TraceThreads(), new TraceScripts()];
  const [profiles, hermes] = [new TraceProfiles(file), new HermesStacks(file)];
  await scanJson(file, options, async (scanner) => {
    const addEvent = (bytes: Buffer, offset: number): void => {
      if (!isUseful(bytes)) return;
      const event = v.safeParse(traceEventSchema, scanner.parse(bytes, offset));
      if (event.success) for (const part of [threads, scripts, profiles]) part.add(event.output);
    };
    const readEvent = async (): Promise<void> => {
      while (scanner.takeEntry(addEvent));
      const { offset } = scanner;
      const bytes = await scanner.skipValue(LONGEST_EVENT);
      if (bytes) addEvent(bytes, offset);
    };
    await readStart(scanner);
    // Whoever writes a bare list may leave its end out.
    if ((await scanner.peek()) === 0x5b) return scanner.readEntries('[', ']', readEvent, true);
    await scanner.readMembers(async (key) => {
      const start = await scanner.peek();
      if (key === 'traceEvents' && start === 0x5b) return scanner.readEntries('[', ']', readEvent);
      if (key === 'samples' && start === 0x5b)
        return scanner.readEntries('[', ']', async () => hermes.addSample(await scanner.readValue(LONGEST_EVENT)));
      if (key === 'stackFrames' && start === 0x7b)
        return scanner.readMembers(async (id) => hermes.addFrame(id, await scanner.readValue(LONGEST_EVENT)));
      if (key === 'metadata') scripts.addMetadata(await scanner.readValue(LONGEST_METADATA));
      else await scanner.skipValue();
    });
  });
  const ofV8 = profiles.threads(threads);
  const found = [...ofV8, ...hermes.threads(threads)];
  if (!found.some(({ samples }) => samples.node.length > 0))
    throw new FormatError(
      file,
      'it is a trace without the samples of a CPU profiler; record it with JavaScript samples (the category disabled-by-default-v8.cpu_profiler)',
    );
  const { startedAt } = scripts;
  const sampler = ofV8.length > 0 ? 'inspector' : 'other';
  const facts = { sampler, diagnostics: [], ...(startedAt !== undefined && { startedAt }) } as const;
  return buildThreads(file, found, facts, (url) => scripts.get(url));
}
