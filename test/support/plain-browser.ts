import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromiumArgs, findChromium } from '../vscode-host/chromium.ts';

/** A browser as people start it by hand, with a debugging port and nobody connected. */
export interface PlainBrowser {
  readonly port: number;
  /** Opens a page; its id. */
  open(url: string): Promise<string>;
  closePage(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a headless chromium. `folder`: for its profile. */
export async function startPlainBrowser(folder: string): Promise<PlainBrowser> {
  const { executablePath, env } = await findChromium();
  const args = [...chromiumArgs, '--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'];
  const child = spawn(executablePath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let port = 0;
  for await (const line of createInterface(child.stderr)) {
    port = Number(/^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1] ?? 0);
    if (port > 0) break;
  }
  child.stderr.resume();
  const ask = (what: string): Promise<Response> => fetch(`http://127.0.0.1:${port}/json/${what}`, { method: 'PUT' });
  const [first] = (await (await ask('list')).json()) as { id: string }[];
  let blank: string | undefined = first.id;
  const closePage = async (id: string): Promise<void> => {
    await ask(`close/${id}`);
  };
  return {
    port,
    open: async (url) => {
      const { id } = (await (await ask(`new?${url}`)).json()) as { id: string };
      if (blank !== undefined) await closePage(blank);
      blank = undefined;
      return id;
    },
    closePage,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
