import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ensureInstalled } from './install.ts';
import { root } from './paths.ts';

/** A browser on disk, and the environment that it needs. */
export interface ChromiumOnDisk {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/** Flags that keep chromium quiet and let it run as root in a container. */
export const chromiumArgs: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The chromium to test with: `CHROME_PATH`, else on Linux x64 the pinned one from npm (which brings the libraries and
 * fonts that a bare system lacks), else one of the system. Rejects with a sentence when there is none.
 */
export async function findChromium(): Promise<ChromiumOnDisk> {
  const env = definedOnly(process.env);
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH, env };
  if (process.platform === 'linux' && process.arch === 'x64') return pinnedChromium(env);
  const found = systemBrowsers.find(existsSync);
  if (found) return { executablePath: found, env };
  throw new Error('No chromium was found; install one and set CHROME_PATH to it.');
}

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

async function pinnedChromium(env: Record<string, string>): Promise<ChromiumOnDisk> {
  await ensureInstalled();
  const folder = path.join(root, 'chromium');
  const executablePath = path.join(folder, 'chromium');
  if (!existsSync(executablePath)) await unpack(folder);
  const libraries = [path.join(folder, 'al2023', 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  const withLibraries = { ...env, LD_LIBRARY_PATH: libraries };
  if (existsSync('/etc/fonts/fonts.conf')) return { executablePath, env: withLibraries };
  return { executablePath, env: { ...withLibraries, FONTCONFIG_PATH: path.join(folder, 'fonts') } };
}

/** The package unpacks into the temporary folder of its process, so a process of its own gets our folder as that. */
async function unpack(folder: string): Promise<void> {
  await mkdir(root, { recursive: true });
  const staged = await mkdtemp(path.join(root, '.chromium-'));
  const entry = createRequire(path.join(root, 'package.json')).resolve('@sparticuz/chromium');
  const packed = path.join(path.dirname(entry), '..', 'bin');
  const script = `
    const { inflate } = await import(${JSON.stringify(pathToFileURL(entry).href)});
    for (const part of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br', 'chromium.br'])
      await inflate(${JSON.stringify(packed + path.sep)} + part);`;
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env.PATH, TMPDIR: staged },
    });
    await writeFile(path.join(staged, 'fonts', 'fonts.conf'), fontsConf(path.join(folder, 'fonts')));
    await rename(staged, folder);
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    if (!existsSync(path.join(folder, 'chromium'))) throw error; // else another process was faster
  }
}

const fontsConf = (folder: string): string =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`;

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
