import type { Protocol } from 'devtools-protocol';
import type { InspectorConnection } from '../inspector/inspector-connection.ts';
import { reasonOf } from '../../recording/index.ts';

/** What the runtime says of a script that it still has. */
export interface AskedScript {
  /** V8's number for it. */
  readonly id: number;
  /** Its path or url, or for evaluated code what its `sourceURL` says. */
  readonly url: string;
  /** The `sourceMappingURL` in force; empty for none. */
  readonly sourceMapUrl: string;
  /** In UTF-16 units; undefined where the runtime does not tell. */
  readonly length: number | undefined;
  /** The text that ran, where that was asked for. */
  readonly text?: string;
}

/** A script by V8's number for it, and by its name where that number is gone: it may have been loaded again. */
export interface ScriptToAsk {
  readonly id: number;
  readonly url: string;
}

/**
 * What V8 ran as these scripts, as far as they are alive and have a name. The debugger names all live scripts before it
 * answers, which takes the program about 0.01 s for each megabyte of their texts. Empty when the program is gone.
 * `wantsText`: asked for each script once its name is known.
 */
export async function askScripts<Script extends ScriptToAsk>(
  connection: InspectorConnection,
  scripts: readonly Script[],
  wantsText: (script: Script, named: AskedScript) => boolean = () => true,
): Promise<ReadonlyMap<Script, AskedScript>> {
  const byId = new Map<number, AskedScript>();
  const byUrl = new Map<string, AskedScript>();
  connection.on('Debugger.scriptParsed', ({ url, scriptId, sourceMapURL = '', length = -1 }) => {
    if (url === '' || url.startsWith('node:')) return;
    const id = Number(scriptId);
    const script = { id, url, sourceMapUrl: sourceMapURL, length: length < 0 ? undefined : length };
    byId.set(id, script);
    // The first script of a url is the module; later ones of the same name are usually fragments.
    if (!byUrl.has(url) || sourceMapURL !== '') byUrl.set(url, script);
  });
  const asked = new Map<Script, AskedScript>();
  const ask = async (script: Script): Promise<void> => {
    const numbered = byId.get(script.id);
    // A page that was loaded anew counts anew.
    const isOther = isOfPage(script.url) && numbered?.url !== script.url;
    const named = (isOther ? undefined : numbered) ?? byUrl.get(script.url);
    if (named === undefined) return;
    asked.set(script, named);
    if (!wantsText(script, named)) return;
    const { scriptSource } = await connection.send('Debugger.getScriptSource', { scriptId: String(named.id) });
    asked.set(script, { ...named, text: scriptSource });
  };
  try {
    const { isShared } = connection;
    // Its events go to its debugger. The text tells the map, too.
    if (isShared) for (const { id, url } of scripts) byId.set(id, { id, url, sourceMapUrl: '', length: undefined });
    const isOn = isShared && (await isDebuggerOn(connection));
    if (!isOn) await connection.send('Debugger.enable', {});
    // One that was collected meanwhile has no text any more.
    await Promise.allSettled(scripts.map(ask));
    if (!isOn) await connection.send('Debugger.disable');
  } catch {
    // The program is gone: what there is will do.
  }
  return asked;
}

/** Not so in a session that runs without debugging. */
const isDebuggerOn = (connection: InspectorConnection): Promise<boolean> =>
  connection.send('Debugger.getScriptSource', { scriptId: '0' }).then(
    () => true,
    (error: unknown) => !reasonOf(error).includes('not enabled'),
  );

const isOfPage = (url: string): boolean => /^(?!file:)[a-z][\w+.-]+:\/\//i.test(url);

/** What V8 knows of the functions of scripts, by V8's number and by url: the first range of each is the whole of it, in UTF-16 offsets. */
export type CoveredScripts = ReadonlyMap<number | string, Protocol.Profiler.ScriptCoverage>;

/** Of several scripts of a url that are gone, any. */
export const coveredScript = (scripts: CoveredScripts, { id, url }: ScriptToAsk) => scripts.get(id) ?? scripts.get(url);

/** Where the functions of each script are, as V8 knows it without having counted. Takes 2–5 ms. */
export async function askFunctions(connection: InspectorConnection): Promise<CoveredScripts> {
  const { result } = await connection.send('Profiler.getBestEffortCoverage').catch(() => ({ result: [] }));
  const functions = new Map<number | string, Protocol.Profiler.ScriptCoverage>();
  for (const script of result) functions.set(Number(script.scriptId), script).set(script.url, script);
  return functions;
}
