// One measurement of a peer that runs in Node, in a process of its own. Arguments: the peer, its folder, the recording.
import { readFile } from 'node:fs/promises';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printMeasurement } from './measurement.ts';

type Open = (folder: string) => Promise<(path: string) => unknown>;

const peers: Readonly<Record<string, Open>> = {
  /** As its command does, without looking for source maps. */
  flamebearer: async (folder) => {
    defineGroupBy();
    const { loadInputs, formatReport } = (await import(pathToFileURL(join(folder, 'index.js')).href)) as {
      loadInputs: (paths: string[]) => unknown;
      formatReport: (input: unknown, options: object) => string;
    };
    return (path) => {
      const input = loadInputs([path]);
      return { input, report: formatReport(input, { sourceMaps: false }) };
    };
  },
  /** What VS Code's editor for profiles does in the extension host before anything is shown. */
  vscode: (folder) => {
    const provider = activateProfileExtension(folder);
    return Promise.resolve((path) => provider.openCustomDocument({ fsPath: path }));
  },
};

/** Node 20 has no `Map.groupBy`, which flamebearer uses. */
function defineGroupBy(): void {
  const maps = Map as unknown as { groupBy?: (items: Iterable<unknown>, keyOf: (item: unknown) => unknown) => unknown };
  maps.groupBy ??= (items, keyOf) => {
    const groups = new Map<unknown, unknown[]>();
    for (const item of items) {
      const key = keyOf(item);
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  };
}

interface EditorProvider {
  openCustomDocument(uri: { readonly fsPath: string }): Promise<unknown>;
}

/** Starts the extension with as much of VS Code's API as it uses until a document is open. */
function activateProfileExtension(folder: string): EditorProvider {
  const providers = new Map<string, EditorProvider>();
  const nothing = (): object => ({ dispose: () => undefined });
  class EventEmitter {
    readonly event = nothing;
    readonly fire = nothing;
  }
  const api = {
    EventEmitter,
    Uri: { joinPath: (...parts: unknown[]) => ({ parts }) },
    window: {
      registerCustomEditorProvider: (type: string, provider: EditorProvider) => {
        providers.set(type, provider);
        return nothing();
      },
    },
    workspace: {
      fs: { readFile: (uri: { readonly fsPath: string }) => readFile(uri.fsPath) },
      registerTextDocumentContentProvider: nothing,
    },
    languages: { registerCodeLensProvider: nothing },
    commands: { registerCommand: nothing, executeCommand: nothing },
  };
  const loader = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown };
  const load = loader._load;
  loader._load = (name, ...rest) => (name === 'vscode' ? api : load.call(loader, name, ...rest));
  const extension = createRequire(join(folder, 'out/'))('./extension.js') as { activate(context: object): void };
  extension.activate({ subscriptions: [], extensionUri: {} });
  const provider = providers.get('jsProfileVisualizer.cpuprofile.table');
  if (!provider) throw new Error('the extension has no editor for profiles');
  return provider;
}

const [, , peer, folder, path] = process.argv;
const open = await peers[peer](folder);
await printMeasurement(() => open(path));
