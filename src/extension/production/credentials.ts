import * as v from 'valibot';
import * as vscode from 'vscode';
import { attempt } from '../../core/index.ts';
import { openServer, type ProfileServer, type Secrets, serverKinds } from '../../servers/index.ts';

const secretsSchema = v.object({
  user: v.optional(v.string()),
  token: v.optional(v.string()),
  headers: v.optional(v.record(v.string(), v.string()), {}),
});

/** Servers as the settings name them; `headers`: names of those that they want. */
export const serversSchema = v.array(
  v.object({
    name: v.optional(v.string()),
    url: v.string(),
    kind: v.picklist(serverKinds),
    headers: v.optional(v.array(v.string()), []),
  }),
);
export type NamedServer = v.InferOutput<typeof serversSchema>[number];

/**
 * The server, with its token and a value for each of its headers; asked for once. Undefined where the user cancelled. Throws
 * `ServerError`. What opens servers is in VS Code's secret storage and nowhere else: by origin, so that no other server is sent
 * it, and by the name in the settings, which tells the tenants of one server apart.
 */
export async function openNamed(
  storage: vscode.SecretStorage,
  { kind, url: address, headers: headerNames, name: serverName }: NamedServer,
): Promise<ProfileServer | undefined> {
  // The address is checked before anybody is asked for a secret.
  const { url } = openServer(kind, address, {});
  const key = keyOf(url, serverName);
  const text = await storage.get(key);
  const stored = v.safeParse(
    secretsSchema,
    attempt(() => JSON.parse(text ?? '') as unknown),
  );
  const known = stored.success ? stored.output : await askForToken(url);
  if (!known) return undefined;
  const headers: Record<string, string> = {};
  for (const name of headerNames) {
    const value = known.headers?.[name] ?? (await ask(`${name} for ${url.host}`, 'The value of this header.'));
    if (value === undefined) return undefined;
    headers[name] = value;
  }
  const server = openServer(kind, address, { ...known, headers });
  await storage.store(key, JSON.stringify(server.secrets));
  return server;
}

/** Forgets what opens a server; gives its host. */
export async function forgetNamed(
  storage: vscode.SecretStorage,
  { kind, url: address, name }: NamedServer,
): Promise<string> {
  const { url } = openServer(kind, address, {});
  await storage.delete(keyOf(url, name));
  return url.host;
}

const keyOf = ({ origin }: URL, name = ''): string => `heatline.server ${origin} ${name}`;

async function askForToken(url: URL): Promise<Secrets | undefined> {
  const ways = [
    { label: 'No Credentials', detail: 'The server is open to everybody, or a proxy opens it.', wants: [] },
    { label: 'Token', detail: 'A bearer token, as Polar Signals and Grafana take it.', wants: ['token'] },
    { label: 'User and Token', detail: 'As Grafana Cloud Profiles takes them.', wants: ['user', 'token'] },
  ] as const;
  const title = `Credentials for ${url.host}`;
  const placeHolder = "They are kept in VS Code's secret storage, and sent to this server alone";
  const way = await vscode.window.showQuickPick(ways, { title, placeHolder });
  if (!way) return undefined;
  const secrets: { user?: string; token?: string } = {};
  for (const name of way.wants) {
    const isUser = name === 'user';
    const value = await ask(`${isUser ? 'User' : 'Token'} for ${url.host}`, isUser ? 'The user.' : 'The token.');
    if (value === undefined) return undefined;
    secrets[name] = value;
  }
  return secrets;
}

const ask = (title: string, prompt: string): Thenable<string | undefined> =>
  vscode.window.showInputBox({
    ...{ title, prompt, password: true, ignoreFocusOut: true },
    validateInput: (text) => (/^[!-~]([ -~]*[!-~])?$/.test(text) ? undefined : 'Enter it without other characters.'),
  });
