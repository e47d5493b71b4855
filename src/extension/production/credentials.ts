import * as v from 'valibot';
import * as vscode from 'vscode';
import { attempt } from '../../core/index.ts';
import type { Secrets } from '../../servers/index.ts';

const secretsSchema = v.object({
  user: v.optional(v.string()),
  token: v.optional(v.string()),
  headers: v.optional(v.record(v.string(), v.string()), {}),
});

/** What opens servers, in VS Code's secret storage and nowhere else: by origin, so that no other server is sent it. */
export class Credentials {
  constructor(private readonly storage: vscode.SecretStorage) {}

  /** What opens a server, with a value for each of these headers; asked for once. Undefined where the user cancelled. */
  async of(url: URL, headerNames: readonly string[]): Promise<Secrets | undefined> {
    const text = await this.storage.get(keyOf(url));
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
    const secrets = { ...known, headers };
    await this.storage.store(keyOf(url), JSON.stringify(secrets));
    return secrets;
  }

  async forget(url: URL): Promise<void> {
    await this.storage.delete(keyOf(url));
  }
}

const keyOf = ({ origin }: URL): string => `heatline.server ${origin}`;

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
    const value = await ask(title, name === 'user' ? 'The user.' : 'The token.');
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
