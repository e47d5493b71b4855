import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentTools } from '../../../src/cli/agents/tools.ts';
import {
  allHeatLevels,
  colors,
  commands,
  contextKeys,
  debugType,
  flameGraphPanel,
  internalCommands,
  languageModelTools,
  languages,
  programExtensions,
  callsEditor,
  recordingEditors,
  settings,
  settingsSection,
  toolPrefix,
  views,
} from '../../../src/extension/contributed-names.ts';
import { wordsOf } from '../../support/told.ts';

const root = join(import.meta.dirname, '../../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

interface MenuItem {
  readonly command: string;
  readonly when?: string;
}

interface LanguageModelTool extends Readonly<Record<'name' | 'displayName' | 'modelDescription' | 'when', string>> {
  readonly toolReferenceName: string;
  readonly inputSchema: unknown;
}

interface View {
  readonly id: string;
  readonly icon: string;
  readonly when?: string;
}

interface Manifest {
  readonly icon: string;
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly category: string; readonly enablement?: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings: readonly MenuItem[];
    readonly viewsContainers: { readonly activitybar: readonly View[] };
    readonly views: { readonly heatline: readonly View[] };
    readonly walkthroughs: readonly { readonly steps: readonly { readonly media: { readonly image: string } }[] }[];
    readonly viewsWelcome: readonly { readonly when: string }[];
    readonly customEditors: readonly { readonly viewType: string }[];
    readonly debuggers: readonly { readonly type: string; readonly languages: readonly string[] }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope: string }>> };
    readonly colors: readonly { readonly id: string }[];
    readonly languageModelTools: readonly LanguageModelTool[];
  };
}

const manifest = readJson('package.json') as Manifest;
const { contributes } = manifest;
const sorted = (names: Iterable<string>): string[] => [...names].sort();

describe('package.json against the names in code', () => {
  it('contributes exactly the commands of the code, all in one category', () => {
    assert.deepEqual(sorted(contributes.commands.map(({ command }) => command)), sorted(Object.values(commands)));
    assert.deepEqual(new Set(contributes.commands.map(({ category }) => category)), new Set(['%category%']));
  });

  it('names only known commands in menus, shortcuts and welcome texts', () => {
    const known = new Set<string>(Object.values(commands));
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(({ command }) => command);
    const texts = readFileSync(join(root, 'package.nls.json'), 'utf8');
    const linked = Array.from(texts.matchAll(/\(command:([\w.]+)\)/g), ([, id]) => id);
    assert.ok(linked.length > 0);
    // VS Code's own.
    known.add('workbench.trust.manage');
    for (const command of [...used, ...linked]) assert.ok(known.has(command), command);
  });

  it('keeps internal commands out', () => {
    const contributed = new Set(contributes.commands.map(({ command }) => command));
    for (const command of Object.values(internalCommands)) assert.ok(!contributed.has(command), command);
  });

  it('uses only context keys that the code sets', () => {
    const { menus, keybindings, viewsWelcome, views: shown } = contributes;
    const items = [...Object.values(menus).flat(), ...keybindings, ...viewsWelcome, ...shown.heatline];
    const enablements = contributes.commands.map(({ enablement }) => enablement);
    const whens = [...items.map(({ when }) => when), ...enablements].join(' ');
    const keys = new Set<string>(Object.values(contextKeys));
    const ids = new Set<string>(Object.values(views));
    const used = new Set([...whens.matchAll(/(?<!config\.)heatline\.\w+/g)].map(([key]) => key));
    assert.deepEqual(sorted([...used].filter((key) => !keys.has(key) && !ids.has(key))), []);
    assert.deepEqual(sorted([...keys].filter((key) => !used.has(key))), []);
  });

  it('contributes exactly the settings of the code', () => {
    const declared = Object.keys(contributes.configuration.properties);
    assert.deepEqual(sorted(declared), sorted(Object.values(settings).map((name) => `${settingsSection}.${name}`)));
  });

  it('takes the runtime, and where files are, from a trusted workspace only, servers from the user alone', () => {
    const names = [settings.runtimeExecutable, settings.paths, settings.servers];
    const [runtime, paths, servers] = names.map((name) => `${settingsSection}.${name}`);
    const { properties } = contributes.configuration;
    assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, [runtime, paths]);
    assert.deepEqual([properties[runtime].scope, properties[servers].scope], ['machine-overridable', 'application']);
  });

  it('contributes the tools of heatline mcp, to trusted workspaces alone', () => {
    const tools = contributes.languageModelTools;
    const texts = readJson('package.nls.json') as Readonly<Record<string, string>>;
    assert.deepEqual(
      tools.map(({ name, displayName, modelDescription, inputSchema }) => [
        name,
        texts[displayName.slice(1, -1)],
        modelDescription,
        inputSchema,
      ]),
      agentTools.map(({ name, title, description, inputSchema }) => [
        `${toolPrefix}${name}`,
        title,
        description,
        JSON.parse(JSON.stringify(inputSchema)) as unknown,
      ]),
    );
    assert.deepEqual(
      agentTools.map(({ name }) => name),
      languageModelTools,
    );
    for (const { name, toolReferenceName, when } of tools) {
      assert.equal(toolReferenceName, name);
      assert.match(when, /^isWorkspaceTrusted\b/);
    }
  });

  it('contributes exactly the colours of the code', () => {
    const { tint, ruler, text, ...others } = colors;
    const ofLevels = allHeatLevels.flatMap((level) => [tint(level), ruler(level), text(level)]);
    const ids = contributes.colors.map(({ id }) => id);
    assert.deepEqual(sorted(ids), sorted([...ofLevels, ...Object.values(others)]));
  });

  it('contributes the views, the editor, the debugger and the panel of the code', () => {
    assert.deepEqual(wordsOf(contributes.viewsContainers.activitybar, 'id'), ['heatline']);
    assert.deepEqual(sorted(contributes.views.heatline.map(({ id }) => id)), sorted(Object.values(views)));
    assert.deepEqual(wordsOf(contributes.customEditors, 'viewType'), [...Object.values(recordingEditors), callsEditor]);
    assert.deepEqual(wordsOf(contributes.debuggers, 'type'), [debugType]);
    assert.deepEqual(sorted(contributes.debuggers[0].languages), sorted(languages));
    assert.ok(manifest.activationEvents.includes(`onWebviewPanel:${flameGraphPanel}`));
    assert.ok(manifest.activationEvents.includes(`onDebugResolve:${debugType}`));
    // Otherwise Heatline would not know the pages that are debugged already.
    for (const type of ['chrome', 'msedge', 'pwa-chrome', 'pwa-msedge'])
      assert.ok(manifest.activationEvents.includes(`onDebugResolve:${type}`));
  });

  it('offers profiling for every kind of program, and nothing else, in the Explorer', () => {
    const item = contributes.menus['explorer/context'].find(({ command }) => command === commands.profileCurrentFile);
    const pattern = new RegExp(/resourceExtname =~ \/(.*?)\/ /.exec(item?.when ?? '')?.[1] ?? '(?!)');
    for (const extension of programExtensions) assert.match(extension, pattern);
    for (const other of ['.json', '.css', '.tsv', '.xjs', '']) assert.doesNotMatch(other, pattern);
  });

  it('has the images that it names', () => {
    const pictures = contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.image));
    const images = [manifest.icon, ...contributes.views.heatline.map(({ icon }) => icon), ...pictures];
    for (const image of images) assert.ok(existsSync(join(root, image)), image);
  });
});

describe('texts', () => {
  it('of a recording from elsewhere offer no run: what was launched last need not be its program', () => {
    const texts = readJson('package.nls.json') as Readonly<Record<string, string>>;
    assert.ok(!texts['welcome.changes.elsewhere'].includes(commands.profileAgainTimes));
    const button = contributes.menus['view/title'].find(({ command }) => command === commands.profileAgainTimes);
    assert.match(button?.when ?? '', /changesState != elsewhere/);
  });

  const keysIn = (text: string): Set<string> => new Set([...text.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key));

  it('package.nls.json has every text of package.json, and no other', () => {
    const used = keysIn(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.deepEqual(sorted(Object.keys(readJson('package.nls.json') as object)), sorted(used));
  });

  it('package.json holds no text of its own where users read it', () => {
    const titles = JSON.stringify(contributes).matchAll(
      /"(?:title|name|label|markdownDescription|contents|displayName)":"([^"]*)"/g,
    );
    const isNoText = (text: string): boolean =>
      text.startsWith('%') || text.startsWith(toolPrefix) || text === 'Heatline';
    const plain = [...titles].map(([, text]) => text).filter((text) => !isNoText(text));
    assert.deepEqual(plain, []);
  });
});
