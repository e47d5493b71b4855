import type { InspectorConnection } from './inspector-connection.ts';
import type { CoveredScript } from './function-ranges.ts';

/** What the runtime itself says of a script that it ran. */
export interface LiveScript {
  readonly scriptId: string;
  /** The `sourceMappingURL` in force; empty for none. */
  readonly sourceMapUrl: string;
  /** In UTF-16 units. */
  readonly length: number;
}

/**
 * The scripts that are alive, by url, also those that a loader compiled in memory. Asked at the end, after the last
 * sample: enabling the debugger names all live scripts again before it answers. Empty when the program is gone.
 */
export async function askLiveScripts(connection: InspectorConnection): Promise<ReadonlyMap<string, LiveScript>> {
  const scripts = new Map<string, LiveScript>();
  connection.on('Debugger.scriptParsed', ({ url, scriptId, sourceMapURL = '', length = -1 }) => {
    if (url === '' || url.startsWith('node:')) return;
    // The first script of a url is the module; later ones of the same name are usually fragments.
    if (!scripts.has(url) || sourceMapURL !== '') scripts.set(url, { scriptId, sourceMapUrl: sourceMapURL, length });
  });
  await connection.send('Debugger.enable', {}).catch(() => undefined);
  await connection.send('Debugger.disable').catch(() => undefined);
  return scripts;
}

/** A script that the runtime still has, and the text that it ran. */
export interface LiveText {
  /** Its path or url, or for evaluated code what its `sourceURL` says; empty for none. */
  readonly url: string;
  /** The `sourceMappingURL` in force; empty for none. */
  readonly sourceMapUrl: string;
  readonly text: string;
}

/**
 * What V8 ran as these scripts, by their numbers, as far as they are alive and have a name. The debugger names all live
 * scripts before it answers, which takes the program about 0.01 s for each megabyte of their texts. Empty when the program
 * is gone.
 */
export async function askTexts(
  connection: InspectorConnection,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, LiveText>> {
  const named = new Map<number, Omit<LiveText, 'text'>>();
  connection.on('Debugger.scriptParsed', ({ url, scriptId, sourceMapURL = '' }) => {
    if (url !== '' && ids.has(Number(scriptId))) named.set(Number(scriptId), { url, sourceMapUrl: sourceMapURL });
  });
  const texts = new Map<number, LiveText>();
  try {
    await connection.send('Debugger.enable', {});
    await Promise.all(
      [...named].map(async ([id, script]) => {
        const { scriptSource } = await connection.send('Debugger.getScriptSource', { scriptId: String(id) });
        texts.set(id, { ...script, text: scriptSource });
      }),
    );
    await connection.send('Debugger.disable');
  } catch {
    // The program is gone, or a script was collected meanwhile: what there is will do.
  }
  return texts;
}

/** Where the functions of each script (by url) are, as V8 knows it without having counted. Takes 2–5 ms. */
export async function askFunctions(connection: InspectorConnection): Promise<ReadonlyMap<string, CoveredScript>> {
  const answer = await connection.send('Profiler.getBestEffortCoverage').catch(() => ({ result: [] }));
  return new Map(answer.result.map((script) => [script.url, script]));
}
